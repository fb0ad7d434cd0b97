import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { nodeFlags } from './scripts/bootstrap.mjs'
import { chromiumFlags, headlessShellPath } from './tests/support/browser/chromium.ts'
import { longestWait } from './tests/support/browser/longest-wait.ts'

const cluster = ['./tests/support/server/cluster.ts']

/** Limits only end what hangs: on a busy machine, a form that is filled in by keys takes a minute. */
const limits = { expect: { poll: { timeout: longestWait } }, testTimeout: 600_000, hookTimeout: 600_000 }

/**
 * What tests import is loaded once a worker: loading it for each file took half of the processor time of the server's
 * tests. Journeys have one browser a worker.
 */
const isolate = false

/** Components run on the build of React that people get: its development build takes twice the time of a processor. */
const define = { 'process.env.NODE_ENV': '"production"' }

/** By itself Vitest leaves a core idle. */
const maxWorkers = '100%'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...limits,
          maxWorkers,
          isolate,
          execArgv: nodeFlags,
          include: [
            '{contract,text,reader,offline,sw,src,faces,scripts}/**/*.test.{ts,tsx}',
            'tests/faults/campaign/*.test.ts',
          ],
          exclude: ['**/*.browser.test.{ts,tsx}', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'server',
          ...limits,
          maxWorkers,
          isolate,
          execArgv: nodeFlags,
          include: ['server/**/*.test.ts'],
          globalSetup: cluster,
        },
      },
      {
        extends: './vite.config.ts',
        define,
        oxc: { jsx: { development: false } },
        optimizeDeps: {
          // Found before the first test: a dependency found later would reload the page under a running test.
          entries: ['index.html', '{reader,offline,sw,src}/**/*.browser.test.{ts,tsx}'],
          rolldownOptions: { transform: { define } },
        },
        test: {
          name: 'browser',
          ...limits,
          maxWorkers,
          include: ['{reader,offline,sw,src}/**/*.browser.test.{ts,tsx}'],
          globalSetup: [
            './tests/support/phone/upload-server.ts',
            './tests/support/components/stream-server.ts',
          ],
          setupFiles: './tests/support/components/fresh-browser.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: headlessShellPath, args: chromiumFlags },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
      {
        test: {
          name: 'engines',
          ...limits,
          execArgv: nodeFlags,
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: cluster,
          testTimeout: 1_200_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'journeys',
          ...limits,
          // Node loads the sources itself and keeps what it compiled: Vite's transforms of the server cost four seconds.
          experimental: { viteModuleRunner: false },
          maxWorkers,
          isolate,
          execArgv: nodeFlags,
          include: ['tests/{e2e,faults}/*.test.ts'],
          globalSetup: cluster,
        },
      },
      {
        test: {
          name: 'cluster',
          ...limits,
          execArgv: nodeFlags,
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup: cluster,
        },
      },
      {
        test: {
          name: 'slow',
          ...limits,
          execArgv: nodeFlags,
          include: ['tests/slow/**/*.test.ts'],
          globalSetup: cluster,
          testTimeout: 1_200_000,
        },
      },
      {
        test: {
          name: 'lighthouse',
          ...limits,
          execArgv: nodeFlags,
          include: ['tests/lighthouse/**/*.test.ts'],
          globalSetup: cluster,
          // After everything else: what is timed has the machine to itself.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
