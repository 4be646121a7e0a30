import * as z from 'zod'
import { email } from '../model/fields'
import { mayActAs, roles } from '../model/roles'
import { invite, resendInvitation, withdrawInvitation } from '../team/invite'
import { changeRole, listInvitations, listMembers, type MemberChange, removeMember } from '../team/members'
import { sentence } from './audit-text'
import { as, changes, router } from './init'
import { Named } from './named'

const role = z.enum(roles)

/** Returns a change of a member for the audit log. */
const auditEntry = ({ userId, email, before, after }: MemberChange) => ({
  subjectId: userId,
  before: { email, role: before },
  after: after && { email, role: after },
})

const Person = z.object({ email: z.string(), role: z.string() })

const member = (otherwise: string, text: (person: z.infer<typeof Person>) => string) =>
  sentence(otherwise, z.object({ after: Person }), ({ after }) => text(after))

const gone = (otherwise: string, text: (person: z.infer<typeof Person>) => string) =>
  sentence(otherwise, z.object({ before: Person }), ({ before }) => text(before))

const changedRole = sentence(
  'changed a role',
  z.object({ before: Person, after: Person }),
  ({ before, after }) => `changed the role of ${after.email} from ${before.role} to ${after.role}`,
)

export const teamRouter = router({
  /** The members of the merchant. Invitations are only for those who may invite. */
  list: as('viewer').query(async ({ ctx: { context } }) => {
    const mayInvite = mayActAs(context.actor.role, 'admin')
    const [members, invitations] = await Promise.all([
      listMembers(context),
      mayInvite ? listInvitations(context) : [],
    ])
    return {
      you: context.actor.userId,
      members: members.map(({ secondFactorSince, ...member }) => ({
        ...member,
        secondFactor: secondFactorSince !== null,
      })),
      invitations,
    }
  }),

  invite: changes(
    'admin',
    member('invited someone', ({ email, role }) => `invited ${email} as ${role}`),
  )
    .input(z.strictObject({ email: email(), role }))
    .mutation(async ({ ctx: { context, note }, input }) => {
      const row = await invite(context, input)
      note({ subjectId: row.id, after: { email: row.email, role: row.role } })
      return { email: row.email, expires: row.expires }
    }),

  resend: changes(
    'admin',
    member('resent an invitation', ({ email, role }) => `resent the invitation to ${email} as ${role}`),
  )
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { email, role, expires } = await resendInvitation(context, input.id)
      note({ after: { email, role } })
      return { email, expires }
    }),

  withdraw: changes(
    'admin',
    gone('withdrew an invitation', ({ email }) => `withdrew the invitation to ${email}`),
  )
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input }) => {
      const { email, role } = await withdrawInvitation(context, input.id)
      note({ before: { email, role }, after: undefined })
    }),

  changeRole: changes('admin', changedRole)
    .input(Named.extend({ role, expected: role.optional() }))
    .mutation(async ({ ctx: { context, note }, input: { id: userId, ...given } }) => {
      note(auditEntry(await changeRole(context, { userId, ...given })))
    }),

  remove: changes(
    'admin',
    gone('removed a member', ({ email }) => `removed ${email} from the team`),
  )
    .input(Named)
    .mutation(async ({ ctx: { context, note }, input }) => {
      note(auditEntry(await removeMember(context, input.id)))
    }),

  leave: changes('viewer', 'left the team')
    .input(z.void())
    .mutation(async ({ ctx: { context, note } }) => {
      note(auditEntry(await removeMember(context, context.actor.userId)))
    }),
})
