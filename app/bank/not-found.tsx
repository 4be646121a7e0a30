import { wordsForVisitor } from '../_parts/customer/login-page'

/** Shown for an unknown `pareq`. */
export default async function UnknownVerification() {
  const { say } = await wordsForVisitor(undefined)
  return (
    <>
      <h1>{say('bank.unknownTitle')}</h1>
      <p>{say('bank.unknown')}</p>
      <p>{say('bank.unknownDeveloper')}</p>
    </>
  )
}
