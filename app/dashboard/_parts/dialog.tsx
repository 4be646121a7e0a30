'use client'

import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A dialog that returns the keyboard focus to the element that opened it. */
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

/** Mantine returns the focus only if the dialog stays mounted when it is closed. */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = openerOf(document.activeElement)
    return () => {
      const atClose = document.activeElement
      // The dialog traps the focus until it is unmounted.
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

/** Returns the element that opened the dialog. If one dialog replaces another, it is the first one's opener; for a menu item, the menu's button. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')
  if (menu) lastOpener = document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  else if (active instanceof HTMLElement && active !== document.body) lastOpener = active
  return lastOpener
}
