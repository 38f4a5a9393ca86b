/** Screen readers skip icons: each has a label beside it. */
const PATHS = {
  attention: 'M12 4 3 20h18L12 4Zm0 6v5m0 2.5v.1',
  orders: 'M5 4h14v16l-3-2-2 2-2-2-2 2-2-2-3 2V4Zm4 5h6m-6 4h6',
  links:
    'M10 14a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.5-1.5',
  customers: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0',
  requests: 'M3 5h8v6H3V5Zm10 0h8v6h-8V5ZM3 13h8v6H3v-6Zm12 0h2m3 0v3m-5 3h2m3 0h.1',
  counter: 'M4 10h16v10H4V10Zm2-6h12v6H6V4Zm2 10h.1M12 14h.1M16 14h.1M8 17h8',
  plus: 'M12 5v14M5 12h14',
  health: 'M3 12h4l3-7 4 14 3-7h4',
  deliveries: 'M4 7h12m-3-3 3 3-3 3M20 17H8m3-3-3 3 3 3',
  stores: 'M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z',
  money: 'M4 20V10m5 10V4m6 16v-8m5 8V7',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 10a7 7 0 0 1 14 0M16 3.5a4 4 0 0 1 0 7.5m3 10a7 7 0 0 0-3-6',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  check: 'm5 12 5 5 9-10',
  find: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
)

export const Brand = () => (
  <svg viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
    <path d="M2 24h28M5 24v-5a11 11 0 0 1 22 0v5M12 24v-5a4 4 0 0 1 8 0v5" />
  </svg>
)
