import type { Scheme } from '@/server/model/card/schemas'

/** What a card service's script needs to put its fields into a page. */
export interface MountOptions {
  /** The URL of the service's script. */
  script: string
  /** The key for the merchant's account. */
  key: string
  /** The language of the fields and their errors. */
  language: string
  changed(state: { complete: boolean; scheme: Scheme; problem: string | undefined }): void
  focused(isFocused: boolean): void
}

/** A card that the service has stored for one use, or what the person can do about it. */
export type Entered = { reference: string } | { problem: string } | { status: 'no response' }

/** The fields of a card service while they are in a page. */
export interface MountedFields {
  /** Sends what was entered to the service. `problem` is in the language of the fields. */
  enter(): Promise<Entered>
  focus(): void
  clear(): void
  disable(isDisabled: boolean): void
  /** Takes over colours and font of the page again. */
  restyle(): void
  remove(): void
}

/** Puts a card service's fields into an element. Rejects if they cannot be loaded. */
export type MountFields = (place: HTMLElement, options: MountOptions) => Promise<MountedFields>
