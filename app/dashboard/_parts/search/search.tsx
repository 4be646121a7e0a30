'use client'

import { Modal } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { Icon } from '../icons'
import type { Me } from '../merchant'
import { useRemember } from './recent'
import styles from './search.module.css'

const loadPalette = () => import('./palette')
const Palette = dynamic(() => loadPalette().then(({ Palette }) => Palette), {
  ssr: false,
  loading: () => <div className={styles.opening} />,
})

const Opener = createContext<() => void>(() => undefined)

/** Provides the search dialog and its keyboard shortcut. */
export function SearchProvider({ me, children }: { me: Me; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  useHotkeys([['mod+K', () => setOpen((isOpen) => !isOpen)]], [], true)
  useRemember(me.email)
  // Loaded once the page is idle, so that the dialog opens at once. If that fails, for example offline, opening it
  // tries again.
  useEffect(() => {
    const timer = setTimeout(() => loadPalette().catch(() => undefined), 1500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Opener value={() => setOpen(true)}>
      {children}
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        withCloseButton={false}
        centered={false}
        padding={0}
        size={640}
        xOffset={8}
        yOffset="10vh"
        title="Search"
        classNames={{ header: `visually-hidden ${styles.head}` }}
        transitionProps={{ duration: 80 }}
      >
        <Palette me={me} close={() => setOpen(false)} />
      </Modal>
    </Opener>
  )
}

export function SearchButton() {
  const open = use(Opener)
  const os = useOs()
  return (
    <button type="button" className={styles.opener} onClick={open} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" /> Search
      <span className={styles.keys} aria-hidden="true">
        {os === 'macos' || os === 'ios' ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}

/** The same in the top bar on phones. */
export function SearchIcon() {
  const open = use(Opener)
  return (
    <button type="button" className={styles.icon} onClick={open} aria-label="Search">
      <Icon name="search" />
    </button>
  )
}
