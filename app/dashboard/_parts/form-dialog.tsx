'use client'

import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { isUndecided, readAgain, undecidedInWords } from './calls'
import { Form, Outcome } from './form'
import styles from './parts.module.css'
import { useRequestedAction } from './requested-action'

/**
 * A dialog that states a consequence or asks for input, shows errors, and acts once confirmed. `KeptFocus` returns the
 * keyboard focus to the element that opened it.
 */
export function FormDialog({
  title,
  close,
  act,
  cancel = 'Cancel',
  color,
  disabled = false,
  mutation,
  error = mutation.error,
  fields,
  problem,
  result,
  locked = Boolean(result),
  submit,
  children,
  ...form
}: Omit<ComponentProps<typeof Form>, 'title' | 'color'> & {
  title: ReactNode
  close: () => void
  /** The text of the submit button, including any amount. Without it, the dialog can only be closed. */
  act: string | undefined
  cancel?: string
  color?: 'red' | undefined
  disabled?: boolean
  mutation: { isPending: boolean; error: unknown; variables?: unknown }
  /** Shown instead of the form once there is one, such as a secret. */
  result?: ReactNode
  /** Whether a stray click or Escape must not close it, because its content is shown only once. */
  locked?: boolean
} & Pick<ComponentProps<typeof Outcome>, 'error' | 'fields' | 'problem'>) {
  const queries = useQueryClient()
  const { isPending } = mutation
  const isOpen = isUndecided(mutation)
  const leave = () => {
    close()
    // What the page shows may be from before it was done.
    if (isOpen && !isPending) void readAgain(queries)
  }
  return (
    <Modal
      opened
      onClose={leave}
      title={title}
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
      returnFocus={false}
    >
      {result ? (
        <Stack ref={focusFirstButton}>{result}</Stack>
      ) : (
        <Form
          {...form}
          className={styles.dialog}
          submit={(...input) => {
            if (act && !disabled && !isPending) submit(...input)
          }}
        >
          {children}
          <Outcome
            error={error}
            {...(fields && { fields })}
            problem={problem ?? (error === mutation.error ? undecidedInWords(mutation) : undefined)}
          />
          <Group ref={chooseFirstFocus} justify="flex-end" gap={8} className={styles.dialogEnd}>
            <Button variant="default" onClick={leave}>
              {act && !isOpen ? cancel : 'Close'}
            </Button>
            {act && (
              <Button
                type="submit"
                className={styles.act}
                disabled={disabled}
                loading={isPending}
                {...(color && { color })}
              >
                {act}
              </Button>
            )}
          </Group>
        </Form>
      )}
    </Modal>
  )
}

const fields =
  'input:not([type="hidden"], [type="radio"]:not(:checked)):enabled, select:enabled, textarea:enabled'

/**
 * Lets the dialog open with the focus on its first field or, without any, on the button that does nothing. Otherwise it
 * would be on the cross that closes it. `end` has the buttons.
 */
function chooseFirstFocus(end: HTMLElement | null): void {
  const form = end?.closest('form')
  if (!form || form.querySelector('[data-autofocus]')) return
  const first = form.querySelector(fields) ?? end?.querySelector('button')
  first?.setAttribute('data-autofocus', '')
}

/** The form had the focus, and is gone once there is a result. */
const focusFirstButton = (result: HTMLElement | null) => result?.querySelector('button')?.focus()

/** A button that opens a dialog. */
export function DialogButton({
  dialog,
  asked,
  ...button
}: ButtonProps & {
  'aria-label'?: string
  children: ReactNode
  dialog: (close: () => void) => ReactNode
  /** The action in the URL that opens it: "create-key". */
  asked?: string
}) {
  const [open, setOpen] = useState(false)
  useRequestedAction(asked === undefined ? [] : [asked], () => setOpen(true))
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} {...button} />
      {open && dialog(() => setOpen(false))}
    </>
  )
}
