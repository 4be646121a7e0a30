'use client'

import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/developers', name: 'Keys' },
  { path: '/developers/requests', name: 'Requests' },
  { path: '/developers/snippets', name: 'Quickstart' },
] as const

export const DevelopersTabs = () => <Tabs name="Developers" tabs={tabs} />

export const DevelopersHead = ({ title = 'Developers' }: { title?: string }) => (
  <>
    <h1>{title}</h1>
    <DevelopersTabs />
  </>
)
