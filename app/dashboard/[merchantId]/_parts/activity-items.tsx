import Link from 'next/link'
import { callbackState } from '@/server/model/callback-state'
import { hostOf } from '@/server/model/host-of'
import { isResendable } from '@/server/model/mail'
import type { ActivityItem } from '../../_parts/activity'
import { Chip } from '../../_parts/chip'
import { kindName } from '../../_parts/document-kind'
import type { Outputs } from '../../_parts/merchant'
import { reasonOf, typeOf } from './documents'
import { mailName, mailState } from './mail-words'
import { type Annotated, RemoveNote } from './note-form'
import { ResendCallback, ResendMail } from './resend'

/** The merchant's pages, and whether the user may act. */
interface Shown {
  base: string
  mayAct: boolean
}

export const noteItem = (
  { id, text, email, created }: Pick<Outputs['note']['list'][number], 'id' | 'text' | 'email' | 'created'>,
  { mayAct, about }: Pick<Shown, 'mayAct'> & { about: Annotated },
): ActivityItem => ({
  ...{
    key: `note ${id}`,
    at: created,
    icon: 'note',
    tone: 'amber',
    title: 'Note',
    by: email,
    more: <bdi>{text}</bdi>,
  },
  ...(mayAct && { actions: <RemoveNote id={id} text={text} about={about} /> }),
})

export const documentItem = (
  { id, kind, number, created, reverses }: Outputs['document']['about']['documents'][number],
  { base }: Shown,
): ActivityItem => ({
  ...{ key: `document ${id}`, at: created, icon: 'documents' },
  title:
    number === null ? (
      typeOf({ kind, reverses })
    ) : (
      <a href={`${base}/documents/${id}.pdf`}>
        {[`${kindName(kind)} ${number}`, reasonOf({ reverses })].filter(Boolean).join(' · ')}
      </a>
    ),
  ...(number === null && { by: 'waits for your company details' }),
})

export const mailItem = (
  {
    id,
    template,
    to,
    created,
    status,
    delivery,
  }: Pick<
    Outputs['mail']['list']['rows'][number],
    'id' | 'template' | 'to' | 'created' | 'status' | 'delivery'
  >,
  { base, mayAct }: Shown,
): ActivityItem => ({
  ...{ key: `mail ${id}`, at: created, icon: 'mail' },
  title: (
    <Link href={`${base}/events/mail/${id}`} prefetch={false}>
      Mail: {mailName(template)}
    </Link>
  ),
  by: to,
  actions: (
    <>
      {mailState({ status, delivery }) !== 'sent' && <Chip state={mailState({ status, delivery })} />}
      {mayAct && isResendable({ template }) && <ResendMail id={id} name={`${mailName(template)} to ${to}`} />}
    </>
  ),
})

/** What was done to an order or a subscription. */
export const auditItem = ({ id, date, by, words }: Outputs['audit']['about'][number]): ActivityItem => ({
  ...{ key: id, at: date, icon: /\btags?\b/.test(words) ? 'tag' : 'edit' },
  ...{ title: words, by },
})

export const callbackItem = (
  { id, type, url, status, attempts, created }: Outputs['callback']['list']['rows'][number],
  { base, mayAct }: Shown,
): ActivityItem => ({
  ...{ key: `callback ${id}`, at: created, icon: 'callback', tone: status === 'failed' ? 'red' : undefined },
  title: (
    <Link href={`${base}/events/callbacks/${id}`} prefetch={false}>
      Callback {type}
    </Link>
  ),
  by: hostOf(url),
  actions: (
    <>
      {status !== 'delivered' && <CallbackChip callback={{ status, attempts }} />}
      {mayAct && <ResendCallback id={id} name={`${type} to ${hostOf(url)}`} />}
    </>
  ),
})

function CallbackChip({ callback }: { callback: Parameters<typeof callbackState>[0] }) {
  const state = callbackState(callback)
  const { attempts } = callback
  return <Chip state={state} text={attempts > 1 ? `${state} after ${attempts} attempts` : state} />
}
