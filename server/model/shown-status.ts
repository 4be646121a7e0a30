/** Returns the status of an account as people see it: an erased account keeps a status, which says nothing about it any more. */
export const shownStatus = <S extends string>({
  status,
  erased,
}: {
  status: S
  erased: Date | null
}): S | 'erased' => (erased ? 'erased' : status)
