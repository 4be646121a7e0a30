/** For a `pareq` that names nothing. */
export default function UnknownVerification() {
  return (
    <>
      <h1>Nothing to verify here</h1>
      <p>The bank does not know this verification. Go back to the shop and pay again; it starts a new one.</p>
      <p>
        If you are building that shop: post the <code>pareq</code> of the “verification required” answer,
        unchanged.
      </p>
    </>
  )
}
