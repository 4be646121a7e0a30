'use client'

import { FileInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../../_parts/calls'

/** Uploads a logo as soon as a file is chosen. `done` gets its address. */
export function LogoUpload({ done }: { done: (address: string) => void }) {
  const upload = useMutation(
    useTRPC().settings.uploadLogo.mutationOptions({ onSuccess: (address) => address && done(address) }),
  )
  const send = async (file: File | null) => {
    if (file) upload.mutate({ content: base64(new Uint8Array(await file.arrayBuffer())) })
  }
  return (
    <FileInput
      label="Upload a logo"
      description="PNG or JPEG, at most 200 kB and 4 megapixels. 150 pixels high or more looks best."
      placeholder="Choose a file"
      accept="image/png,image/jpeg"
      disabled={upload.isPending}
      onChange={send}
      error={upload.error && inWords(upload.error)}
    />
  )
}

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
