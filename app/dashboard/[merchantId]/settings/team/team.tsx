'use client'

import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { DialogButton } from '../../../_parts/form-dialog'
import { Loading } from '../../../_parts/loading-rows'
import { useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import styles from '../../../_parts/settings.module.css'
import { Invitations } from './invitations'
import { Invite } from './invite'
import { ChangeRole, type MemberProps, RemoveMember } from './member-acts'
import { roleNames } from './roles'

/** The merchant's members, their roles and open invitations. */
export function Team() {
  const { may } = useMerchant()
  const query = useQuery(useTRPC().team.list.queryOptions())
  return (
    <>
      <header className={detail.head}>
        <h1>Team</h1>
        {may('admin') && (
          <DialogButton variant="filled" asked="invite" dialog={(close) => <Invite close={close} />}>
            Invite member
          </DialogButton>
        )}
      </header>
      <p className={detail.about}>
        Owners can do everything. Admins can do everything except add and change owners. Support can charge,
        refund and edit, but cannot view keys or change settings. Viewers can only view.
      </p>
      <QueryState what="The team" query={query} loading={<Loading what="The team" rows={3} />}>
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
      </QueryState>
    </>
  )
}

function MemberRow({ member, isYou }: MemberProps) {
  const { may } = useMerchant()
  const mayManage = may('admin') && (member.role !== 'owner' || may('owner'))
  return (
    <li>
      <span className={styles.who}>
        <strong>
          {member.email}
          {isYou && ' (you)'}
        </strong>
        <span className={detail.soft}>
          Joined <Moment at={member.joined} />
          {member.secondFactor ? ' · two-step sign-in' : ' · password only'}
        </span>
      </span>
      <Group gap={8}>
        {mayManage ? <ChangeRole member={member} isYou={isYou} /> : <span>{roleNames[member.role]}</span>}
        {(mayManage || isYou) && <RemoveMember member={member} isYou={isYou} />}
      </Group>
    </li>
  )
}
