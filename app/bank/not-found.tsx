/** Shown for an unknown `pareq`. */
export default function UnknownVerification() {
  return (
    <>
      <h1>Verification not found</h1>
      <p>The bank does not know this verification. Go back to the shop and start the payment again.</p>
      <p>
        If you are building the shop, post the <code>pareq</code> from the “verification required” response
        unchanged.
      </p>
    </>
  )
}
