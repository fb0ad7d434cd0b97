import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import classes from './KeyHints.module.css'

interface Props {
  /** Effect on the picture. */
  enter: string
  /** Effect of Delete. */
  remove: string
}

export function KeyHints({ enter, remove }: Props) {
  const hints: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['Tab'], '次へ移る'],
    [['矢印'], '1 px 動かす'],
    [['Shift', '矢印'], '10 px 動かす'],
    [['Enter'], enter],
    [['Delete'], remove],
    [['Ctrl', 'Z'], '元に戻す'],
    [['+', '−', '0'], '拡大・縮小・全体'],
  ]
  return (
    <dl className={classes.hints} aria-label="キー操作">
      {hints.map(([keys, what]) => (
        <Fragment key={what}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
