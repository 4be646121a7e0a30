import { and, isNull } from 'drizzle-orm'
import { invitation } from '@/db/schema'

/** Selects invitations that are neither accepted nor withdrawn. They may have expired. */
export const isOpenInvitation = and(isNull(invitation.accepted), isNull(invitation.withdrawn))
