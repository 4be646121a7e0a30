import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

/** Where the interface is and how to begin. */
export function Introduction({ base, demoFile }: { base: string; demoFile: string | undefined }) {
  return (
    <Section id="introduction" title="Introduction">
      <p>
        Kassa keeps the accounts of your customers with their cards, and takes payments: an order authorises
        an amount, then you charge, cancel or refund it, in whole or in part. Requests and answers are JSON in
        UTF-8; dates are <code>YYYY-MM-DD</code>, date-times ISO 8601 in UTC. An optional field without a
        value is left out, never <code>null</code>. A property that is not known is refused, so that a
        misspelt one is not lost in silence.
      </p>
      <Code label="Base address" caption="Base address" text={base} />
      <p>
        The examples on this page work as typed, once these variables are set in your shell.
        {demoFile !== undefined && ' From the folder of this installation:'}
      </p>
      <Code label="Variables for the examples" language="shell" text={variables(base, demoFile)} />
      <p>
        <code>$ACCOUNT</code>, <code>$ORDER</code>, <code>$ANOTHER_ORDER</code>, <code>$SUBSCRIPTION</code>{' '}
        and <code>$METHOD_TOKEN</code> are the ids and the token that your own requests were answered with; an
        event needs an order of its kind, made with an amount or with lines. A card token is good for one use:
        make a new one for each request that takes one. The whole reference is also there for machines, as{' '}
        <a href="/v1/openapi.json">OpenAPI 3.1</a>.
      </p>
    </Section>
  )
}

function variables(base: string, demoFile: string | undefined): string {
  const key = (name: string, prefix: string) =>
    demoFile === undefined ? `${prefix}_…` : `$(node -p 'JSON.parse(fs.readFileSync("${demoFile}")).${name}')`
  return `PUBLIC_KEY=${key('publicKey', 'pk')}
PRIVATE_KEY=${key('privateKey', 'sk')}

# A card token, from a test card
CARD_TOKEN=$(curl -s ${base}/card \\
  -H "Authorization: Bearer $PUBLIC_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"pan": "4111111111111111", "expires": [12, 30], "csc": "987"}' |
  node -p 'JSON.parse(fs.readFileSync(0)).token')`
}
