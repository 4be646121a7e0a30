/**
 * Keeps the last press of a button or checkbox that React does not handle yet, and repeats it once React does. Without
 * it, a button of a page that is still loading would do nothing, or its form's input would be sent as an address.
 */
export const EarlyPresses = ({ nonce }: { nonce: string }) => (
  <script nonce={nonce} suppressHydrationWarning>{`(${repeatEarlyPresses})()`}</script>
)

/** Runs in the browser before any other script, so it must be self-contained. */
function repeatEarlyPresses(): void {
  let pressed: HTMLElement | undefined
  // `Hydrated` sets the mark. Parts of the page with a script of their own follow later: React keeps the props of an
  // element that it handles in a property with this prefix.
  const isHandled = (element: Element) =>
    'hydrated' in document.documentElement.dataset &&
    Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const forget = () => {
    pressed = undefined
  }
  const repeat = () => {
    const button = pressed
    if (button === undefined) return
    if (!button.isConnected) return forget()
    if (!isHandled(button)) {
      requestAnimationFrame(repeat)
      return
    }
    forget()
    button.click()
  }
  // A page in the back/forward cache must not act when the user returns to it.
  window.addEventListener('pagehide', forget)
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return
      const button = event.target.closest('button, input[type="checkbox"], input[type="radio"]')
      // Whatever else the user presses before then replaces the earlier press.
      if (!(button instanceof HTMLElement) || isHandled(button)) {
        if (event.target.closest('a, button')) forget()
        return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
      if (pressed === undefined) requestAnimationFrame(repeat)
      pressed = button
    },
    true,
  )
}
