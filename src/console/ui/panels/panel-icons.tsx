import { icon } from "../icons.tsx";

/** Icons of panels, forms and other views. */
export const panelIcons = {
  check: icon(<path d="M4 10.500l4 4 8-9" />),
  edit: icon(<path d="M4 16l.6-3L13.5 4l2.5 2.500L7 15.400z" />),
  right: icon(<path d="M7.5 4.500L13 10l-5.5 5.5" />),
  down: icon(<path d="M5 7.500l5 5 5-5" />),
  phone: icon(
    <path d="M4 3h3.200l1.3 3.6-2 1.600a10 10 0 0 0 5.3 5.300l1.6-2 3.6 1.300V16c0 .6-.5 1-1 1C9 17 3 11 3 4c0-.5.4-1 1-1z" />,
  ),
  mail: icon(
    <>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
      <path d="M3 6l7 5 7-5" />
    </>,
  ),
  print: icon(<path d="M6 7V3h8v4M6 14H3V7.500h14V14h-3M6 12h8v5H6z" />),
  share: icon(<path d="M10 12V3M10 3L6.8 6.200M10 3l3.2 3.200M5 9H4v8h12V9h-1" />),
  text: icon(<path d="M4 5h12M4 9h12M4 13h7" />),
} as const;
