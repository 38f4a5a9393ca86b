/**
 * Sentences that a fluent reader reads twice: headless clauses, passives without an actor, vague
 * subjects and paraphrases of terms.
 */
const STILTED: readonly RegExp[] = [
  /(?:^|[.:;?!]\s+)(?:What|Who|Whom|Whose|Whoever|Whatever|Where|Of|One that|Those that|Those who|So long|As long|The same|Such|Neither)\b/g,
  /\b(?:is|are|was|were|be|been|being) (?:\w+ly )?(?:not |never |still |also |then )?(?:made|taken|kept|told|asked|found|given|left|known|said|seen|had|done|meant|wanted|looked|gone|come|held|put|let)\b/gi,
  /\b(?:nobody|somebody|someone|anybody|whoever|whatever|whichever|whom|all the same|once more|by then|stands?|stood|hears? of|heard of|of its own|of their own|at once|in turn|meanwhile|thereby|therefore|whose|of which|in which|by which|to which|from which|that of|those of|those that|those who|one that|ones that|as it is|as it was|as they are|nothing of|none of|(?:is|are) to be|goes by|what (?:it|they|a|an|the)|who (?:is|are|was|has|had))\b/gi,
  /\bit (?:is|was) [^.;]{0,40}\bthat\b/gi,
]

/** Terms of the trade: of databases, queues, networks, payments and the web. */
const TERMS = new RegExp(
  `\\b(?:${[
    'retr(?:y|ies|ied|ying)|back[- ]?off|jitter|lock(?:s|ed|ing)?|leas(?:e|es|ed)|claim(?:s|ed|ing)?|batch(?:es|ed)?|linger',
    'group commit|commit(?:s|ted)?|dedup\\w*|idempot\\w+|stale|poll(?:s|ed|ing)?|prob(?:e|es|ed|ing)|half-open|tenants?',
    'fan-out|dead letters?|cursors?|debounce[sd]?|throttle[sd]?|in[- ]flight|drain(?:s|ed|ing)?|warm-up|tombstones?|upserts?',
    'fingerprints?|tie-breaks?|race[sd]?|no-op|webhooks?|payloads?|signatures?|HMAC|tokens?|headers?|time-?outs?|deadlines?',
    'transactions?|roll(?:s|ed)? ?back|cach(?:e|es|ed)|index(?:es|ed)?|schemas?|migrations?|endpoints?|requests?|responses?|handlers?',
    'middleware|queue[sd]?|enqueue[sd]?|dequeue[sd]?|workers?|jobs?|scheduler|circuits?|breaker|reconcil\\w+|chargebacks?|minor units?',
    'exponents?|ISO 4217|3-?D Secure|CSRF|XSS|CORS|CSP|cookies?|scopes?|rate[- ]limit\\w*|quotas?|upper bound|lower bound|bound(?:s|ed)?',
    'pagination|offset|keyset|sequence|timestamps?|UTC|clock skew|heartbeat|failover|replicas?|pool(?:s|ed)?|connections?|sockets?',
    'streams?|buffers?|backpressure|concurren\\w+|serializ\\w+|mutex|advisory|savepoint|deadlocks?|snapshot|HTTP|TLS|DNS|JSON|SQL|GraphQL',
    'hash(?:es|ed)?|digest|encrypt\\w*|decrypt\\w*|redact\\w*|mask\\w*|sanitiz\\w+|escape[sd]?|pars(?:e|es|ed|er|ing)|validat\\w+|normaliz\\w+',
    'unions?|discriminat\\w+|reducer|state machine|transitions?|notifications?|subscri\\w+|outcomes?|ambiguous|at-least-once|exactly-once',
    'invariants?|fixtures?|stubs?|seeds?|fuzz\\w*|latency|throughput|percentile|histogram|gauge|metrics?|spans?|locale|render(?:s|ed|ing)?',
    'component|mutations?|crash\\w*|shutdown|graceful\\w*|SIGTERM|exit code|std(?:in|out)|backfill\\w*|constraints?|foreign key|upsert',
    'partition\\w*|UTF-8|base64|prefix|TTL|expir\\w+|evict\\w*|lazy|lazily|async\\w*|abort\\w*|callbacks?|event loop|heap|runtime|fallback|default\\w*',
  ].join('|')})\\b`,
  'gi',
)

export interface Measured {
  words: number
  sentences: number
  stilted: number
  terms: number
  found: string[]
}

export const measure = (text: string): Measured => {
  const prose = text
    .replace(/```[\s\S]*?```|`[^`]*`|https?:\S+/g, 'X')
    .replace(/\s+/g, ' ')
    .trim()
  const found = STILTED.flatMap((pattern) =>
    [...prose.matchAll(pattern)].map(
      ({ 0: hit, index }) => `${hit.trim()}: …${prose.slice(Math.max(0, index - 30), index + 50)}…`,
    ),
  )
  return {
    words: text.match(/\S+/g)?.length ?? 0,
    sentences: prose.match(/[^.!?]+[.!?]*/g)?.length ?? 0,
    stilted: found.length,
    terms: prose.match(TERMS)?.length ?? 0,
    found,
  }
}
