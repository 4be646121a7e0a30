'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import { kindName } from '../../_parts/document-kind'
import { useMerchant } from '../../_parts/merchant'
import { QueryState } from '../../_parts/query-state'
import { PanelFacts, PanelRow, PanelRows } from '../../_parts/table/panel-parts'
import { SidePanel } from '../../_parts/table/side-panel'
import { typeOf } from '../_parts/documents'
import { OrderName } from '../_parts/order-name-cell'

/** A quick view of a document: its lines, its sums and its files. */
export function DocumentPanel({ id, close }: { id: string; close: () => void }) {
  const { base, money, percent, quantity } = useMerchant()
  const query = useQuery(useTRPC().document.get.queryOptions({ id }))
  const name = query.data ? `${kindName(query.data.kind)} ${query.data.number ?? ''}`.trim() : 'Document'
  return (
    <SidePanel name={name} to={`${base}/orders/${query.data?.orderId ?? ''}`} open="Open order" close={close}>
      <QueryState what="The document" query={query} loading={320}>
        {(document) => {
          const { currency, number, lines, rates } = document
          const sign = document.kind === 'credit-note' ? -1n : 1n
          const shown = (amount: bigint | string) => money({ amount: sign * BigInt(amount), currency })
          return (
            <>
              <PanelFacts
                facts={{
                  Number: number ?? 'Waiting for company details',
                  Type: document.reverses && typeOf(document),
                  Customer: document.accountId ? (
                    <Link href={`${base}/accounts/${document.accountId}`} prefetch={false}>
                      {document.buyer ?? document.accountId}
                    </Link>
                  ) : (
                    document.buyer
                  ),
                  Order: (
                    <Link href={`${base}/orders/${document.orderId}`} prefetch={false}>
                      <OrderName
                        order={
                          document.order ?? { id: document.orderId, number: document.orderNumber ?? null }
                        }
                      />
                    </Link>
                  ),
                  Date: <Moment at={document.created} />,
                  Files: number !== null && (
                    <span>
                      <Button
                        component="a"
                        href={`${base}/documents/${id}.pdf`}
                        size="compact-sm"
                        variant="default"
                      >
                        PDF
                      </Button>{' '}
                      {document.hasXml && (
                        <Button
                          component="a"
                          href={`${base}/documents/${id}.xml`}
                          size="compact-sm"
                          variant="default"
                        >
                          XML
                        </Button>
                      )}
                    </span>
                  ),
                  'No XML': document.noXml,
                }}
              />
              <PanelRows title="Lines" none="One amount without lines">
                {lines.map(({ name: line, quantity: units, gross }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and do not move
                  <PanelRow key={place} end={shown(gross)}>
                    {units !== '1' && `${quantity(Number(units))} × `}
                    {line ?? 'Amount'}
                  </PanelRow>
                ))}
              </PanelRows>
              <PanelRows title="Totals" none="">
                {[
                  ...rates.map(({ rate, vat }) => (
                    <PanelRow key={String(rate)} end={shown(vat)}>
                      {rate === null ? 'VAT, rate unknown' : `VAT ${percent(rate)}`}
                    </PanelRow>
                  )),
                  <PanelRow key="total" end={<strong>{shown(document.gross)}</strong>}>
                    <strong>Total</strong>
                  </PanelRow>,
                ]}
              </PanelRows>
            </>
          )
        }}
      </QueryState>
    </SidePanel>
  )
}
