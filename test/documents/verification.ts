import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocksOf } from './code-blocks.ts'

interface Language {
  /** Label of its block in the document. */
  label: string
  /** Answers if the interpreter is here. */
  version: readonly string[]
  /** The sample's file, and the program that calls it. */
  files: Readonly<Record<string, (sample: string) => string>>
  run: readonly string[]
}

/** Arguments in groups of five: body, id, timestamp, signature, secret. */
const LANGUAGES = {
  Node: {
    label: 'js',
    version: ['node', '--version'],
    files: {
      'sample.mjs': (sample) => sample,
      'main.mjs': () => `import { verify } from './sample.mjs'
const words = process.argv.slice(2)
for (let at = 0; at < words.length; at += 5) {
  const [body, id, timestamp, signature, secret] = words.slice(at, at + 5)
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  try { verify(body, headers, secret); console.log('accepted') } catch { console.log('refused') }
}`,
    },
    run: ['node', 'main.mjs'],
  },
  PHP: {
    label: 'php',
    version: ['php', '--version'],
    files: {
      'main.php': (sample) => `${sample}
foreach (array_chunk(array_slice($argv, 1), 5) as [$body, $id, $timestamp, $signature, $secret]) {
    $headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
    try { verify($body, $headers, $secret); echo "accepted\\n"; } catch (RuntimeException $error) { echo "refused\\n"; }
}`,
    },
    run: ['php', 'main.php'],
  },
  Python: {
    label: 'python',
    version: ['python3', '--version'],
    files: {
      'main.py': (sample) => `${sample}
import sys

for at in range(1, len(sys.argv), 5):
    body, message_id, timestamp, signature, secret = sys.argv[at : at + 5]
    headers = {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": signature}
    try:
        verify(body.encode(), headers, secret)
        print("accepted")
    except ValueError:
        print("refused")
`,
    },
    run: ['python3', 'main.py'],
  },
  Ruby: {
    label: 'ruby',
    version: ['ruby', '--version'],
    files: {
      'main.rb': (sample) => `${sample}
ARGV.each_slice(5) do |body, id, timestamp, signature, secret|
  env = { 'HTTP_WEBHOOK_ID' => id, 'HTTP_WEBHOOK_TIMESTAMP' => timestamp, 'HTTP_WEBHOOK_SIGNATURE' => signature }
  verify(body, env, secret)
  puts 'accepted'
rescue RuntimeError
  puts 'refused'
end`,
    },
    run: ['ruby', 'main.rb'],
  },
  Go: {
    label: 'go',
    version: ['go', 'version'],
    files: {
      'go.mod': () => 'module example\n\ngo 1.18\n',
      'sample.go': (sample) => sample,
      'main.go': () => `package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	for words := os.Args[1:]; len(words) > 0; words = words[5:] {
		headers := http.Header{}
		headers.Set("webhook-id", words[1])
		headers.Set("webhook-timestamp", words[2])
		headers.Set("webhook-signature", words[3])
		if err := Verify([]byte(words[0]), headers, words[4]); err != nil {
			fmt.Println("refused")
		} else {
			fmt.Println("accepted")
		}
	}
}
`,
    },
    run: ['go', 'run', '.'],
  },
  Java: {
    label: 'java',
    version: ['java', '--version'],
    files: {
      'Main.java': (sample) =>
        `${sample.replace(
          'final class Notifications',
          `class Main {
    public static void main(String[] words) throws Exception {
        for (int at = 0; at < words.length; at += 5) {
            java.util.Map<String, String> headers = java.util.Map.of("webhook-id", words[at + 1], "webhook-timestamp", words[at + 2], "webhook-signature", words[at + 3]);
            try {
                Notifications.verify(words[at].getBytes(StandardCharsets.UTF_8), headers::get, words[at + 4]);
                System.out.println("accepted");
            } catch (SecurityException error) {
                System.out.println("refused");
            }
        }
    }
}

final class Notifications`,
        )}`,
    },
    run: ['java', '-Dfile.encoding=UTF-8', 'Main.java'],
  },
} as const satisfies Record<string, Language>

type LanguageName = keyof typeof LANGUAGES

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as LanguageName[]

const isHere = ([program = '', ...rest]: readonly string[]): boolean =>
  spawnSync(program, rest).status === 0

/** Whether a sample is left out, which it says on standard error. CI leaves none out. */
export const isLeftOut = (name: LanguageName): boolean => {
  if (process.env.CI || isHere(LANGUAGES[name].version)) return false
  process.stderr.write(`The sample in ${name} is skipped: it is not installed here.\n`)
  return true
}

const nowSeconds = (agoSeconds = 0): string => String(Math.floor(Date.now() / 1_000) - agoSeconds)

/** One time for all: a second may end between the signature and the header. */
const SENT_AT = nowSeconds()

const SECRET = `whsec_${randomBytes(24).toString('base64')}`
const BODY = '{"type":"order.paid","data":{"order":{"id":"A-1","description":"Café de altura"}}}'

const signatureOf = (
  {
    body = BODY,
    id = 'msg_1',
    timestamp = SENT_AT,
  }: {
    body?: string
    id?: string
    timestamp?: string
  },
  secret = SECRET,
): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

interface Case {
  body?: string
  id?: string
  timestamp?: string
  signature?: string
  secret?: string
}

/** Deliveries and whether a shop may believe them. */
export const casesOf = (): [what: string, outcome: 'accepted' | 'refused', given: Case][] => {
  const other = `whsec_${randomBytes(24).toString('base64')}`
  const old = nowSeconds(301)
  return [
    ['a genuine notification', 'accepted', {}],
    [
      'one of two signatures of a rotation',
      'accepted',
      { signature: `${signatureOf({}, other)} ${signatureOf({})}` },
    ],
    ['a changed body', 'refused', { body: BODY.replace('A-1', 'A-2'), signature: signatureOf({}) }],
    ['the id of another message', 'refused', { id: 'msg_2', signature: signatureOf({}) }],
    ['another secret', 'refused', { secret: other, signature: signatureOf({}) }],
    [
      'a notification that is too old',
      'refused',
      { timestamp: old, signature: signatureOf({ timestamp: old }) },
    ],
    [
      'a timestamp that is no number',
      'refused',
      { timestamp: 'soon', signature: signatureOf({ timestamp: 'soon' }) },
    ],
    ['no signature', 'refused', { signature: '' }],
    [
      'another version of the signature',
      'refused',
      { signature: signatureOf({}).replace('v1,', 'v2,') },
    ],
    ['a signature that is not ASCII', 'refused', { signature: 'v1,señal' }],
    ['a signature that is cut off', 'refused', { signature: signatureOf({}).slice(0, 20) }],
  ]
}

/** Runs the sample of a language on each case; returns what it printed. */
export const outcomesIn = (name: LanguageName, cases: readonly Case[]): string[] => {
  const { label, files, run }: Language = LANGUAGES[name]
  const [block] = blocksOf('docs/guides/verify-notifications.md').filter(
    ({ language }) => language === label,
  )
  if (!block) throw new Error(`The document has no sample in ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'puente-sample-'))
  try {
    for (const [file, write] of Object.entries(files)) {
      writeFileSync(join(folder, file), write(block.text))
    }
    const words = cases.flatMap(
      ({ body = BODY, id = 'msg_1', timestamp = SENT_AT, signature, secret = SECRET }) => [
        body,
        id,
        timestamp,
        signature ?? signatureOf({ body, id, timestamp }),
        secret,
      ],
    )
    const [program = '', ...rest] = run
    const { error, stdout, stderr } = spawnSync(program, [...rest, ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        LC_ALL: 'C.UTF-8',
        GOCACHE: join(folder, 'cache'),
        GOFLAGS: '-mod=mod',
      },
    })
    if (error) throw error
    if (stderr) process.stderr.write(stderr)
    return stdout.trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
