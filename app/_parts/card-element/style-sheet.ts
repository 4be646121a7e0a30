/** A style sheet built by script, because a strict content security policy allows that. */
export const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { display: block; min-width: 0 }
  :host([hidden]), i { display: none }
  iframe { display: block; width: 100%; border: 0 }
  .form { height: 230px; background: transparent }
  i {
    color: var(--kassa-card-text); background-color: var(--kassa-card-field);
    border-top: 1px solid var(--kassa-card-line); outline: 1px solid var(--kassa-card-accent);
    text-decoration-color: var(--kassa-card-danger); border-radius: var(--kassa-card-radius);
    font-family: var(--kassa-card-font);
  }
  dialog {
    box-sizing: border-box; width: min(480px, 100vw - 32px); height: min(640px, 100dvh - 32px);
    max-width: none; max-height: none; padding: 0; overflow: hidden; border: 0; border-radius: 12px;
    color-scheme: light dark; background: Canvas; color: CanvasText; box-shadow: 0 16px 64px rgb(0 0 0 / 32%);
  }
  dialog[open] { display: flex; flex-direction: column }
  dialog::backdrop { background: rgb(0 0 0 / 56%) }
  header {
    display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 4px 20px;
    font-weight: 600; font-size: 16px; line-height: 24px;
  }
  h2 { margin: 0; font: inherit }
  button {
    width: 44px; height: 44px; border: 0; border-radius: 8px; background: none; color: inherit;
    font: 400 24px / 1 system-ui, sans-serif; cursor: pointer;
  }
  button:focus-visible { outline: 2px solid; outline-offset: -4px }
  dialog iframe { flex: 1; min-height: 0 }
  @media (max-width: 560px) {
    dialog { width: 100vw; height: 100dvh; border-radius: 0 }
  }`)
