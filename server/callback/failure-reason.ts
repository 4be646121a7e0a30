import { Unreachable } from './post'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused: nothing listens at this address.',
  ECONNRESET: 'The receiver closed the connection before it responded.',
  EPIPE: 'The receiver closed the connection before it responded.',
  ENOTFOUND: 'The name of the host is not known.',
  ENODATA: 'The name of the host has no address.',
  EAI_AGAIN: 'The name server did not respond.',
  ETIMEOUT: 'The name server did not respond.',
  ETIMEDOUT: 'The host did not respond.',
  EHOSTUNREACH: 'The host cannot be reached from here.',
  ENETUNREACH: 'The network of the host cannot be reached from here.',
  CERT_HAS_EXPIRED: 'The TLS certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate of the host is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate of the host is signed by an authority that is not known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The TLS certificate of the host comes without those that vouch for it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host.',
  HPE_HEADER_OVERFLOW: 'The response headers are too long.',
}

/** Returns why there was no response, as a sentence for the operator of the receiver. */
export function failureReason(error: unknown): string {
  if (error instanceof Unreachable)
    return 'The address is not allowed: callbacks do not go to private or local networks. The operator can allow it with CALLBACK_NETWORKS.'
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (reasons[code]) return reasons[code]
  if (code.startsWith('HPE_')) return 'The response is not HTTP.'
  // The system's message about a connection contains the address that a name resolved to.
  return 'syscall' in error ? `The connection failed (${code}).` : `${error.message}.`
}
