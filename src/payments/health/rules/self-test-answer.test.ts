import { describe, expect, it } from 'vitest'
import { stoppedByAnswer } from './self-test-answer.ts'

describe('answers to a test event', () => {
  it('the answer 200 means that the test event passed', () => {
    expect(stoppedByAnswer({ status: 200, text: 'accepted' })).toBeUndefined()
  })

  it.each<[number, string, string, string]>([
    [400, 'bad-signature', 'signature', 'another secret'],
    [404, 'unknown-store', 'answer', 'Another Puente'],
    [503, 'not-stored', 'answer', 'could not store'],
    [413, 'too-large', 'answer', 'WEBHOOK_MAX_BYTES'],
    [204, '', 'answer', 'something else'],
    [301, '', 'answer', 'sent elsewhere (301)'],
    [401, 'Access denied', 'answer', 'lets nobody in'],
    [403, '', 'answer', 'lets nobody in'],
    [404, '<h1>Not here</h1>', 'answer', 'It said: <h1>Not here</h1>'],
    [429, '', 'answer', 'refused it (429)'],
    [502, 'Bad Gateway', 'answer', 'could not pass it on (502). It said: Bad Gateway'],
  ])('the answer %i %s names the stage and the cause', (status, text, stoppedAt, words) => {
    const detail = expect.stringContaining(words)
    expect(stoppedByAnswer({ status, text })).toEqual({ stoppedAt, detail })
  })
})
