import type { ComponentChildren } from "preact";

/** A drawing beside a text that says the same. */
function icon(children: ComponentChildren) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** The drawings of the console by name; those of the views have the views' names. */
export const icons = {
  paw: icon(
    <g class="filled">
      <ellipse cx="4.5" cy="11.2" rx="2.3" ry="3" />
      <ellipse cx="9.3" cy="6.3" rx="2.5" ry="3.3" />
      <ellipse cx="14.7" cy="6.3" rx="2.5" ry="3.3" />
      <ellipse cx="19.5" cy="11.2" rx="2.3" ry="3" />
      <path d="M12 11c-3 0-6.2 3.9-6.2 6.8 0 1.8 1.4 2.7 3 2.7 1.200 0 2.100-.6 3.200-.6s2 .6 3.200.6c1.600 0 3-.9 3-2.700C18.200 14.900 15 11 12 11z" />
    </g>,
  ),
  pets: icon(<path d="M4 6h16M4 12h16M4 18h10" />),
  orders: icon(<path d="M6 8h12l1 12H5L6 8zm3 0V6a3 3 0 0 1 6 0v2" />),
  categories: icon(<path d="M4 5h7l9 9-6 6-9-9-1-6zm4 4h.01" />),
  today: icon(<path d="M3 17l5-6 4 4 4-7 5 6" />),
  people: icon(
    <path d="M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm-6 9c0-3.500 2.700-6 6-6s6 2.500 6 6M16 4.500a3.500 3.500 0 0 1 0 6M17.500 14.500c2.100.8 3.500 2.900 3.500 5.500" />,
  ),
  more: icon(
    <g class="filled">
      <circle cx="5" cy="12" r="1.8" />
      <circle cx="12" cy="12" r="1.8" />
      <circle cx="19" cy="12" r="1.8" />
    </g>,
  ),
  integrations: icon(<path d="M9 7V3m6 4V3M6 7h12v4a6 6 0 0 1-12 0V7zm6 10v4" />),
} as const;
