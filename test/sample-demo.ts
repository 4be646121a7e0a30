import type { Demo } from '@/server/core/demo'

export const sampleDemo: Demo = {
  url: 'http://localhost:3000',
  merchant: 'AAAAAAAA',
  email: 'demo@kassa.example',
  password: 'demo',
  publicKey: 'pk_test_1',
  privateKey: 'sk_test_1',
  signingSecret: 'whsec_1',
}
