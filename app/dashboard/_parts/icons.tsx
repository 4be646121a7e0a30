const paths = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1Z',
  orders: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17ZM8 7h4M8 10.5h4',
  accounts: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17c.4-3 2.8-4.5 6-4.5s5.6 1.5 6 4.5',
  events: 'M3.5 10.5h3l2-5.5 3.5 10 2-4.5h2.5',
  payouts: 'M3.5 8 10 4l6.5 4M5 8v6M8.5 8v6M11.5 8v6M15 8v6M3.5 16.5h13',
  bookkeeping: 'M4 3.5h10.5a1.5 1.5 0 0 1 1.5 1.5v11.5H5.5A1.5 1.5 0 0 1 4 15ZM7 3.5v13M10 7.5h3M10 10.5h3',
  documents: 'M5 3h7l3 3v11H5ZM12 3v3h3M7.5 9.5h5M7.5 12.5h5',
  developers: 'M3.5 4.5h13v11h-13ZM6 8l2.5 2L6 12M10.5 12.5H14',
  search: 'M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM12.7 12.7 16.5 16.5',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  cross: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  subscriptions: 'M4 9.5A6 6 0 0 1 15 6.4M16 10.5A6 6 0 0 1 5 13.6M15 3v3.5h-3.5M5 17v-3.5h3.5',
  reference: 'M7.5 6 4 10l3.5 4M12.5 6l3.5 4-3.5 4',
  settings:
    'M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  chevrons: 'm7 8 3-3 3 3M7 12l3 3 3-3',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  copy: 'M7.5 7.5h8v9h-8ZM12.5 7.5v-4h-8v9h3',
  user: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 17c.4-3 2.8-4.5 6-4.5s5.6 1.5 6 4.5',
} as const

/** A decorative icon next to a word. */
export const Icon = ({ name, size = 20 }: { name: keyof typeof paths; size?: number }) => (
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
