'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Answered } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../../_parts/settings.module.css'
import { Invitations } from './invitations'
import { Invite } from './invite'
import type { Member } from './member'
import { ChangeRole, Remove } from './member-acts'

/** The merchant's members, their roles and open invitations. */
export function Team() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const asked = useQuery(trpc.team.list.queryOptions())
  return (
    <>
      <header className={styles.head}>
        <h1>Team</h1>
        {may('admin') && <Invite />}
      </header>
      <p className={styles.about}>
        Owners can do everything. Admins can do everything except add and change owners. Support can refund
        and edit, but has no access to keys or settings. Viewers can only view.
      </p>
      <Answered what="The team" query={asked} loading={<Skeleton height={168} mt={16} />}>
        {(data) => (
          <>
            <ul className={styles.rows} aria-label="Members">
              {data.members.map((member) => (
                <MemberRow key={member.userId} member={member} isYou={member.userId === data.you} />
              ))}
            </ul>
            <Invitations invitations={data.invitations} />
          </>
        )}
      </Answered>
    </>
  )
}

function MemberRow({ member, isYou }: { member: Member; isYou: boolean }) {
  const { may } = useMerchant()
  const mayManage = may('admin') && (member.role !== 'owner' || may('owner'))
  return (
    <li>
      <span className={styles.who}>
        <strong>
          {member.email}
          {isYou && ' (you)'}
        </strong>
        <span className={styles.soft}>
          Joined <Moment at={member.joined} />
          {member.secondFactor ? ' · two-step sign-in' : ' · password only'}
        </span>
      </span>
      {mayManage ? (
        <span className={styles.acts}>
          <ChangeRole member={member} />
          <Remove member={member} isYou={isYou} />
        </span>
      ) : (
        <span>{member.role}</span>
      )}
    </li>
  )
}
