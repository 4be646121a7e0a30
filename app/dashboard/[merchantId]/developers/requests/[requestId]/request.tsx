'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { Code } from '@/app/_parts/code'
import { useTRPC } from '../../../../_parts/calls'
import { Copied } from '../../../../_parts/copied'
import { DetailHead, Facts, Moment } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import { Loaded } from '../../../../_parts/query-state'
import { HttpStatus } from '../../_parts/http-status'

const list = '/developers/requests'

/** A request and its response, without secrets and card data. */
export function Request() {
  const { requestId: id } = useParams<{ requestId: string }>()
  const query = useQuery(useTRPC().request.get.queryOptions({ id }))
  return (
    <Loaded
      noun="request"
      list={list}
      why="Requests are kept for seven days. This one may have been deleted, or the address may be wrong."
      query={query}
    >
      {({
        method,
        path,
        status,
        milliseconds,
        body,
        responseBody,
        requestId,
        date,
        query: search,
        keyName,
        keyId,
        reason,
      }) => (
        <>
          <DetailHead
            up={{ path: list, name: 'Requests' }}
            title={`${method} ${path}`}
            about={
              <>
                <HttpStatus status={status} /> after {milliseconds} ms
              </>
            }
          />
          {reason !== undefined && (
            <p className={styles.next} data-wrong>
              {reason}
            </p>
          )}
          <div className={styles.columns}>
            <div>
              <Part name="Request body" value={body} none="The request had no body." />
              <Part
                name="Response body"
                value={responseBody}
                none="Responses to read requests are not stored."
              />
            </div>
            <Facts
              facts={{
                'X-Request-Id': <Copied text={requestId} name="the request ID" />,
                Date: <Moment at={date} />,
                Query: search,
                Key: keyName ?? keyId,
              }}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

const Part = ({ name, value, none }: { name: string; value: unknown; none: string }) => (
  <section aria-label={name}>
    <h2>{name}</h2>
    {value === null || value === undefined ? (
      <p>{none}</p>
    ) : (
      <Code label={name} language="json" text={JSON.stringify(value, undefined, 2)} />
    )}
  </section>
)
