import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './Help.module.css'
import { readerNames, readers } from './topic.ts'
import { topicsOf } from './topics.ts'

/** ヘルプ: what people do with the product, by person. */
export const HelpScreen = () => (
  <Page title="ヘルプ">
    <div className={classes.readers}>
      {readers.map((reader) => (
        <section key={reader} aria-labelledby={`help-${reader}`}>
          <Title order={2} fz={16} mb={4} id={`help-${reader}`}>
            {readerNames[reader]}
          </Title>
          <ul className={classes.topics}>
            {topicsOf[reader].map(({ id, title, purpose }) => (
              <li key={id}>
                <Link to="/help/$topic" params={{ topic: id }} className={classes.topic}>
                  {title}
                  <span className={classes.purpose}>{purpose}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </Page>
)
