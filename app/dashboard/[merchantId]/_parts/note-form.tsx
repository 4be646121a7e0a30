'use client'

import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { Outcome } from '../../_parts/form'
import { newAttempt } from '../../_parts/new-attempt'
import { useToast } from '../../_parts/toast'
import { useAttempt } from '../../_parts/use-attempt'
import styles from './annotations.module.css'

/** What notes, tags and metadata are about. */
export interface Annotated {
  subject: 'account' | 'order'
  id: string
}

/** A form for a note to the team. The field grows with its text, and the button appears with the first character. */
export function NoteForm({ about }: { about: Annotated }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const toast = useToast()
  const { attempt, again, end } = useAttempt()
  const add = useMutation(
    useTRPC().note.add.mutationOptions({
      onSuccess: (_, added) => {
        toast({ text: 'Added the note' })
        end()
        setText((current) => (current === added.text ? '' : current))
        // The button, which may have had the focus, disappears.
        field.current?.focus()
      },
      onError: again,
    }),
  )
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !add.isPending) add.mutate({ ...about, text, attempt: attempt(text) })
      }}
    >
      <Textarea
        ref={field}
        aria-label="Note for your team"
        placeholder="Write a note for your team…"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={5000}
        value={text}
        onChange={(changed) => setText(changed.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      {text.trim() && (
        <Button type="submit" variant="default" size="xs" loading={add.isPending}>
          Add note
        </Button>
      )}
      <Outcome error={add.error} />
    </form>
  )
}

/** Deletes a note. Users can undo this for their own notes only: a restored note has the user as its author. */
export function RemoveNote({ id, text, about }: { id: string; text: string; about: Annotated }) {
  const trpc = useTRPC()
  const toast = useToast()
  const restore = useMutation(trpc.note.add.mutationOptions())
  const remove = useMutation(
    trpc.note.remove.mutationOptions({
      onSuccess: ({ isOwn }) => {
        const attempt = newAttempt()
        const undo = () => restore.mutateAsync({ ...about, text, attempt })
        toast({ text: 'Deleted the note', ...(isOwn && { undo }) })
      },
    }),
  )
  return (
    <>
      <Outcome error={remove.error} />
      <button
        type="button"
        className={styles.quiet}
        aria-label={`Delete note: ${text.slice(0, 80)}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        Delete
      </button>
    </>
  )
}
