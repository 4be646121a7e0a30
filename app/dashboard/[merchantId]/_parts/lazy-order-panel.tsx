import dynamic from 'next/dynamic'

/** The side panel of an order, loaded when it is first opened. */
export const LazyOrderPanel = dynamic(() => import('./order-panel').then(({ OrderPanel }) => OrderPanel), {
  ssr: false,
})
