const paths = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1Z',
  orders: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17ZM8 7h4M8 10.5h4',
  accounts: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17c.4-3 2.8-4.5 6-4.5s5.6 1.5 6 4.5',
  events: 'M3.5 10.5h3l2-5.5 3.5 10 2-4.5h2.5',
  payouts: 'M3.5 8 10 4l6.5 4M5 8v6M8.5 8v6M11.5 8v6M15 8v6M3.5 16.5h13',
  bookkeeping: 'M4 3.5h10.5a1.5 1.5 0 0 1 1.5 1.5v11.5H5.5A1.5 1.5 0 0 1 4 15ZM7 3.5v13M10 7.5h3M10 10.5h3',
  documents: 'M5 3h7l3 3v11H5ZM12 3v3h3M7.5 9.5h5M7.5 12.5h5',
  developers: 'M3.5 4.5h13v11h-13ZM6 8l2.5 2L6 12M10.5 12.5H14',
  calendar: 'M4 5h12v11.5H4ZM4 8.5h12M7 3v3.5M13 3v3.5',
  search: 'M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM12.7 12.7 16.5 16.5',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  cross: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  subscriptions: 'M4 9.5A6 6 0 0 1 15 6.4M16 10.5A6 6 0 0 1 5 13.6M15 3v3.5h-3.5M5 17v-3.5h3.5',
  reference: 'M7.5 6 4 10l3.5 4M12.5 6l3.5 4-3.5 4',
  settings:
    'M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  chevrons: 'm7 8 3-3 3 3M7 12l3 3 3-3',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  keys: 'M2.5 5.5h15v9h-15ZM6 8.5h.01M10 8.5h.01M14 8.5h.01M7 11.5h6',
  bell: 'M5.5 8.5a4.5 4.5 0 0 1 9 0c0 4 1.5 5 1.5 5H4s1.5-1 1.5-5ZM8.3 16a1.8 1.8 0 0 0 3.4 0',
  declined: 'M2.5 5.5h15v9h-15ZM2.5 8.5h15M12 12.5l2.5-2M14.5 12.5l-2.5-2',
  dispute: 'M10 3.5 17 16H3ZM10 8v3.5M10 13.8h.01',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.5V10l2.5 1.5',
  plus: 'M10 4.5v11M4.5 10h11',
  act: 'm11 2.5-6 9h4.5l-.5 6 6-9h-4.5Z',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  copy: 'M7.5 7.5h8v9h-8ZM12.5 7.5v-4h-8v9h3',
  user: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17c.4-3 2.8-4.5 6-4.5s5.6 1.5 6 4.5',
  ordered: 'M3.5 5h2l1.6 8h7.4L16 7.5H6.2M8 16.2h.01M13.5 16.2h.01',
  charged: 'M3 6h14v9H3ZM3 9h14M6 12.5h3',
  refunded: 'M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H9',
  cancelled: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM5.5 14.5l9-9',
  failed: 'M10 3.5 17 16H3ZM10 8v4M10 14h.01',
  waiting: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM10 6.5V10l2.5 1.5',
  mail: 'M3 5h14v10H3ZM3 6l7 5 7-5',
  callback: 'M4 10h11M11 6l4 4-4 4',
  note: 'M4 4h12v8.5L12.5 16H4ZM12.5 16v-3.5H16M7 7.5h6M7 10.5h3',
  tag: 'M3.5 4h6l7 7-5.5 5.5-7.5-7.5ZM7 7.5h.01',
  card: 'M3 5.5h14v9H3ZM3 8.5h14',
  link: 'M8.5 11.5 11.5 8.5M9 6l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L13.5 10.5M11 14l-1.5 1.5A3.2 3.2 0 0 1 5 11l1.5-1.5',
  edit: 'M4 16l.8-3.2L13 4.5l2.5 2.5-8.3 8.2ZM11.5 6l2.5 2.5',
} as const

export type IconName = keyof typeof paths

/** A decorative icon next to a word. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
