import { notFound } from 'next/navigation'

/** An address under the account that is none: told in its words. */
export default function Gone() {
  notFound()
}
