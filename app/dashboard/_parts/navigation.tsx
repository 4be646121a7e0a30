'use client'

import { Menu, useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Bell } from './bell'
import { inWords, useTRPC } from './calls'
import styles from './frame.module.css'
import { Icon } from './icons'
import { leave } from './leave'
import { type Me, useMerchant } from './merchant'
import { PageLink } from './page-link'
import { SearchButton } from './search/search'

const NewMerchant = dynamic(() => import('./new-merchant').then(({ NewMerchant }) => NewMerchant), {
  ssr: false,
})

const groups = [
  {
    pages: [
      { name: 'Home', icon: 'home', path: '' },
      { name: 'Orders', icon: 'orders', path: '/orders' },
      { name: 'Accounts', icon: 'accounts', path: '/accounts' },
      { name: 'Subscriptions', icon: 'subscriptions', path: '/subscriptions' },
    ],
  },
  {
    name: 'Accounting',
    pages: [
      { name: 'Payouts', icon: 'payouts', path: '/payouts' },
      { name: 'Documents', icon: 'documents', path: '/documents' },
      { name: 'Bookkeeping', icon: 'bookkeeping', path: '/bookkeeping' },
    ],
  },
  {
    name: 'Shop and team',
    pages: [
      { name: 'Events', icon: 'events', path: '/events' },
      { name: 'Developers', icon: 'developers', path: '/developers' },
      { name: 'Settings', icon: 'settings', path: '/settings' },
    ],
  },
] as const

/** The merchant switcher, the pages and the user menu. */
export function Navigation({ me }: { me: Me }) {
  const { base } = useMerchant()
  const here = usePathname()
  return (
    <>
      <div className={styles.top}>
        <Switcher me={me} />
        <Bell />
      </div>
      <SearchButton />
      <nav aria-label="Pages" className={styles.pages}>
        {groups.map((group) => (
          <div key={group.pages[0].name} className={styles.group}>
            {'name' in group && <p className={styles.groupName}>{group.name}</p>}
            {group.pages.map(({ name, icon, path }) => {
              const to = base + path
              const isCurrent =
                here === to ||
                (path !== '' && here.startsWith(`${to}/`)) ||
                (path === '/orders' && here === `${base}/attempts`)
              return (
                <PageLink key={name} to={to} isCurrent={isCurrent} className={styles.link}>
                  <Icon name={icon} /> {name}
                </PageLink>
              )
            })}
          </div>
        ))}
        <a href="/docs" className={styles.link}>
          <Icon name="reference" /> API reference
        </a>
      </nav>
      <Person me={me} />
    </>
  )
}

function Switcher({ me }: { me: Me }) {
  const { id, name } = useMerchant()
  const [isCreating, setCreating] = useState(false)
  const ownsAny = me.merchants.some(({ role }) => role === 'owner')
  return (
    <>
      <Menu width="target" position="bottom-start" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <button type="button" className={styles.switcher} aria-label={`Merchant: ${name}. Switch merchant`}>
            <span className={styles.initial} aria-hidden="true">
              {[...name][0]?.toUpperCase()}
            </span>
            <strong>{name}</strong>
            <Icon name="chevrons" size={16} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Your merchants</Menu.Label>
          {me.merchants.map((merchant) => (
            <Menu.Item
              key={merchant.id}
              component="a"
              href={`/dashboard/${merchant.id}`}
              aria-current={merchant.id === id || undefined}
              rightSection={merchant.id === id ? <Icon name="check" size={16} /> : undefined}
            >
              {merchant.name}
              <span className={styles.kind}>
                {merchant.type === 'test' ? 'Test' : 'Live'} · {merchant.role}
              </span>
            </Menu.Item>
          ))}
          {ownsAny && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setCreating(true)}>New merchant</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCreating && <NewMerchant close={() => setCreating(false)} />}
    </>
  )
}

const schemes = { light: 'Light', dark: 'Dark', auto: 'System' } as const

function Person({ me }: { me: Me }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { base } = useMerchant()
  const trpc = useTRPC()
  const everywhere = useMutation(
    trpc.user.signOutEverywhere.mutationOptions({
      meta: { leavesPage: true },
      onSuccess: () => leave(),
      onError: (error) => setFailure(inWords(error)),
    }),
  )
  const [failure, setFailure] = useState<string>()
  const signOutHere = () => leave().catch((error: unknown) => setFailure(inWords(error)))
  return (
    <div className={styles.person}>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <Menu width="target" position="top-start" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <button type="button" className={styles.switcher}>
            <Icon name="user" />
            <span className={styles.email}>{me.email}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Appearance</Menu.Label>
          {Object.entries(schemes).map(([scheme, name]) => (
            <Menu.Item
              key={scheme}
              onClick={() => setColorScheme(scheme as keyof typeof schemes)}
              rightSection={colorScheme === scheme ? <Icon name="check" size={16} /> : undefined}
            >
              {name}
              {colorScheme === scheme && <span className="visually-hidden"> (selected)</span>}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item component={Link} href={`${base}/me`}>
            Your sign-in
          </Menu.Item>
          <Menu.Item onClick={signOutHere}>Sign out</Menu.Item>
          <Menu.Item onClick={() => everywhere.mutate()}>Sign out on all devices</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
