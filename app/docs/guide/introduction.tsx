import { Code } from '../../_parts/code'
import { Section } from '../_parts/section'

/** The base URL and how to get started. */
export function Introduction({ base, demoFile }: { base: string; demoFile: string | undefined }) {
  return (
    <Section id="introduction" title="Introduction">
      <p>
        Kassa stores your customers’ accounts with their cards and accepts payments: an order authorises an
        amount, which you then charge, cancel or refund, in whole or in part. Requests and responses are JSON
        in UTF-8. Dates are <code>YYYY-MM-DD</code>, date-times ISO 8601 in UTC. Optional fields without a
        value are left out, never <code>null</code>. Unknown properties are refused, so that a misspelt one
        does not go unnoticed.
      </p>
      <Code label="Base URL" caption="Base URL" text={base} />
      <p>
        The examples on this page work as typed once you have set these variables in your shell.
        {demoFile !== undefined && ' Run this in the folder of this installation:'}
      </p>
      <Code label="Variables for the examples" language="shell" text={variables(base, demoFile)} />
      <p>
        <code>$ACCOUNT</code>, <code>$ORDER</code>, <code>$ANOTHER_ORDER</code>, <code>$SUBSCRIPTION</code>,{' '}
        <code>$DOCUMENT</code> and <code>$METHOD_TOKEN</code> stand for the ids and the token that your own
        requests return. An example with an amount needs an order created with an amount, an example with
        items needs one with lines. A card token works once: create a new one for each request that needs one.
        The complete reference is also available as <a href="/v1/openapi.json">OpenAPI 3.1</a>.
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
