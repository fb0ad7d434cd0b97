import type { ReactNode } from 'react'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Tone } from '../../ui/text/StatusPill.tsx'
import classes from './Today.module.css'

interface Target {
  /** Such as `/devices/$id`. */
  route: string
  params?: Record<string, string>
  search?: Record<string, unknown>
}

interface Props extends Target {
  tone: Tone
  name: string
  /** At the right of the name. */
  value?: ReactNode
  facts: readonly ReactNode[]
  /** `NumberLink`s. */
  numbers?: readonly ReactNode[]
}

/** A thing that needs somebody; a press anywhere but on a number leads to it. */
export const Row = ({ tone, name, value, facts, numbers = [], ...target }: Props) => (
  <li className={classes.row} data-tone={tone}>
    <div className={classes.head}>
      <span className={classes.name}>
        <ScreenLink {...target} className={classes.link}>
          {name}
        </ScreenLink>
      </span>
      <span className={classes.value}>{value}</span>
    </div>
    <p className={classes.facts}>
      {facts.filter(Boolean).map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other key
        <span key={index}>{fact}</span>
      ))}
    </p>
    {numbers.length > 0 && <div className={classes.numbers}>{numbers}</div>}
  </li>
)

export const NumberLink = ({ name, count, ...target }: Target & { name: string; count: number }) => (
  <ScreenLink {...target} className={classes.number}>
    {name} <b>{count.toLocaleString('ja-JP')}</b>
  </ScreenLink>
)
