import type { ComponentChildren } from "preact";

/** A decorative icon: the text beside it says the same. */
export function icon(children: ComponentChildren) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** Icons of the frame and the first view. Icons of other views are named after them. */
export const icons = {
  pets: icon(
    <g class="filled">
      <ellipse cx="4" cy="9" rx="1.8" ry="2.3" />
      <ellipse cx="7.8" cy="5.2" rx="1.9" ry="2.5" />
      <ellipse cx="12.2" cy="5.2" rx="1.9" ry="2.5" />
      <ellipse cx="16" cy="9" rx="1.8" ry="2.3" />
      <path d="M10 9.2c2.6 0 5.2 3.2 5.2 5.5 0 1.7-1.2 2.5-2.5 2.5-1.1 0-1.7-.5-2.7-.5s-1.6.5-2.7.5c-1.3 0-2.5-.8-2.5-2.5 0-2.3 2.6-5.5 5.2-5.5z" />
    </g>,
  ),
  today: icon(
    <>
      <circle cx="10" cy="10" r="3.6" />
      <path d="M10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2" />
    </>,
  ),
  orders: icon(
    <>
      <path d="M4.5 6.5h11l.8 10.5H3.7z" />
      <path d="M7 8.5V6a3 3 0 0 1 6 0v2.5" />
    </>,
  ),
  search: icon(
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.2 13.2L17 17" />
    </>,
  ),
  care: icon(<path d="M10 16.5S3 12.6 3 7.8A3.8 3.8 0 0 1 10 5.9a3.8 3.8 0 0 1 7 1.9c0 4.8-7 8.7-7 8.7z" />),
  reports: icon(<path d="M3.5 16.5h13M5.5 13.5v-4M10 13.5v-9M14.5 13.5v-6" />),
  categories: icon(
    <>
      <path d="M3 3.5h6.5l7.5 7.5-6 6L3.5 9.5z" />
      <circle cx="7" cy="7" r=".8" class="filled" />
    </>,
  ),
  people: icon(
    <>
      <circle cx="7.5" cy="7" r="2.8" />
      <path d="M2.5 16.5c0-3 2-5 5-5s5 2 5 5M13 4.5a2.6 2.6 0 0 1 0 5M14.5 11.8c2 .6 3 2.3 3 4.7" />
    </>,
  ),
  integrations: icon(<path d="M7 2.5v4M13 2.5v4M4.5 6.5h11V9a5.5 5.5 0 0 1-11 0zM10 14.5v3" />),
  imports: icon(<path d="M6 3v13M6 16l-3-3M6 16l3-3M14 17V4M14 4l-3 3M14 4l3 3" />),
  globe: icon(
    <>
      <circle cx="10" cy="10" r="7.2" />
      <path d="M2.8 10h14.4M10 2.8c2.5 2 3.3 4.5 3.3 7.2s-.8 5.2-3.3 7.2c-2.5-2-3.3-4.5-3.3-7.2s.8-5.2 3.3-7.2z" />
    </>,
  ),
  more: icon(
    <g class="filled">
      <circle cx="4.5" cy="10" r="1.5" />
      <circle cx="10" cy="10" r="1.5" />
      <circle cx="15.5" cy="10" r="1.5" />
    </g>,
  ),
  plus: icon(<path d="M10 4v12M4 10h12" />),
  filter: icon(
    <>
      <path d="M3 6h8M15 6h2M3 14h2M9 14h8" />
      <circle cx="13" cy="6" r="2" />
      <circle cx="7" cy="14" r="2" />
    </>,
  ),
  sort: icon(<path d="M4 5h8M4 10h6M4 15h4M15 5v10M15 15l-2.5-2.5M15 15l2.5-2.5" />),
  grid: icon(
    <>
      <rect x="3" y="3" width="6" height="6" rx="1.5" />
      <rect x="11" y="3" width="6" height="6" rx="1.5" />
      <rect x="3" y="11" width="6" height="6" rx="1.5" />
      <rect x="11" y="11" width="6" height="6" rx="1.5" />
    </>,
  ),
  rows: icon(<path d="M3 5h14M3 10h14M3 15h14" />),
  reserve: icon(<path d="M5.5 3h9v14L10 13.5 5.5 17z" />),
  camera: icon(
    <>
      <path d="M2.5 6.5h3.5l1.5-2h5l1.5 2h3.5v10h-15z" />
      <circle cx="10" cy="11" r="3" />
    </>,
  ),
  close: icon(<path d="M5 5l10 10M15 5L5 15" />),
} as const;
