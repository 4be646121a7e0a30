'use client'

import { Modal } from '@mantine/core'
import styles from './bar.module.css'
import { listKeys } from './use-list-keys'

/** Lists what the keys do. */
export const KeyHelp = ({ close }: { close: () => void }) => (
  <Modal
    opened
    onClose={close}
    title="Keyboard shortcuts in lists"
    size="sm"
    closeButtonProps={{ 'aria-label': 'Close' }}
    transitionProps={{ duration: 120 }}
  >
    <dl className={styles.keys}>
      {listKeys.map(({ keys, does }) => (
        <div key={does} style={{ display: 'contents' }}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
