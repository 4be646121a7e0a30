'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useId, useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import { Outcome } from '../../_parts/form'
import { Icon } from '../../_parts/icons'
import { useMerchant } from '../../_parts/merchant'
import { useToast } from '../../_parts/toast'
import styles from './annotations.module.css'
import type { Annotated } from './note-form'

/** The tags of an account or order, which the team adds and removes. */
export function Tags({ about, tags }: { about: Annotated; tags: readonly string[] }) {
  const { may, base } = useMerchant()
  const mayChange = may('support')
  const trpc = useTRPC()
  const suggestions = useId()
  const [text, setText] = useState('')
  const { data: known = [] } = useQuery(trpc.tag.inUse.queryOptions(undefined, { enabled: mayChange }))
  const toast = useToast()
  const add = useMutation(
    trpc.tag.add.mutationOptions({
      onSuccess: (_, { tag }) => {
        setText((current) => (current.trim() === tag ? '' : current))
        toast({ text: `Added the tag “${tag}”` })
      },
    }),
  )
  const restore = useMutation(trpc.tag.add.mutationOptions())
  const remove = useMutation(
    trpc.tag.remove.mutationOptions({
      onSuccess: (_, removed) =>
        toast({ text: `Removed the tag “${removed.tag}”`, undo: () => restore.mutateAsync(removed) }),
    }),
  )
  if (!mayChange && tags.length === 0) return null
  return (
    <Section title="Tags" className={tags.length === 0 ? styles.noPrint : undefined}>
      <ul className={styles.tags} aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag} className={styles.tag}>
            <Link
              href={`${base}/${about.subject}s?tag=${encodeURIComponent(tag)}`}
              title={`${about.subject === 'order' ? 'Orders' : 'Accounts'} with this tag`}
            >
              <bdi>{tag}</bdi>
            </Link>
            {mayChange && (
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ ...about, tag })}
              >
                <Icon name="cross" size={12} />
              </button>
            )}
          </li>
        ))}
        {mayChange && (
          <li>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                if (text.trim() && !add.isPending) add.mutate({ ...about, tag: text.trim() })
              }}
            >
              <input
                className={styles.newTag}
                aria-label="Add a tag"
                placeholder="Add a tag…"
                list={suggestions}
                maxLength={40}
                value={text}
                onChange={(changed) => setText(changed.currentTarget.value)}
              />
            </form>
            <datalist id={suggestions}>
              {known
                .filter((each) => !tags.includes(each))
                .map((each) => (
                  <option key={each} value={each} />
                ))}
            </datalist>
          </li>
        )}
      </ul>
      <Outcome error={add.error ?? remove.error} />
    </Section>
  )
}
