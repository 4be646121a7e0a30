'use client'

import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A dialog, which gives the keyboard back to what opened it. */
export function Dialog({
  title,
  close,
  opened = true,
  children,
  ...rest
}: {
  title: ReactNode
  close: () => void
  opened?: boolean
  children: ReactNode
} & Omit<ModalProps, 'title' | 'opened' | 'onClose' | 'children'>) {
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
      returnFocus={false}
      {...rest}
    >
      {children}
    </Modal>
  )
}

/** Mantine gives it back only where a dialog stays when it is closed. */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = openerOf(document.activeElement)
    return () => {
      const atClose = document.activeElement
      // The dialog holds the keyboard until it is gone.
      setTimeout(() => {
        const now = document.activeElement
        if (now !== null && now !== document.body && now !== atClose) return
        const back = opener?.isConnected ? opener : document.getElementById('main')
        back?.focus({ preventScroll: true })
      }, 20)
    }
  }, [opened])
}

let lastOpener: HTMLElement | null = null

/** What opened it, also when one dialog takes the place of another; of a menu, whose entries go, what opened the menu. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')
  if (menu) lastOpener = document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  else if (active instanceof HTMLElement && active !== document.body) lastOpener = active
  return lastOpener
}
