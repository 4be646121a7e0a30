import { minutes } from '../core/clock'

/** How long a patient look-up may take: a card service that can only list payments may have to list a whole day's. */
export const patientLookUp = minutes(8)
