import {
  type ComponentProps,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { EventDetail } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { questionLimits, readAnswers } from '#contract/questions/answers.ts'
import type { Answers, Question, QuestionTexts } from '#contract/questions/questions.ts'
import * as m from '#messages/tickets-answers.json'
import { readSession } from '#web/lib/session/session.ts'
import type { ValueKey } from '#web/lib/storage/saved-values.ts'
import { QuestionDialog } from '#web/ui/controls/dialog.tsx'
import { Field, FieldError, RequiredMark, RequiredNote } from '#web/ui/forms/field.tsx'
import { TextArea, TextInput } from '#web/ui/forms/inputs.tsx'

interface AnswerFieldsProps {
  /** Without the note about required answers, which stands above. */
  isNoted?: boolean
  questions: readonly Question[]
  answers: TypedAnswers
}

/** A control for each question of an event. */
export function AnswerFields({ questions, answers, isNoted = false }: AnswerFieldsProps) {
  const { values, problems, set, form } = answers
  return (
    <div ref={form} className="flex flex-col gap-5">
      {!isNoted && questions.some(({ required }) => required) ? <RequiredNote /> : null}
      {questions.map((question) => {
        const { id } = question
        const value = Object.hasOwn(values, id) ? values[id] : undefined
        const control = { question, value, error: problems[id], onAnswer: (answer: unknown) => set(question, answer) }
        return question.kind === 'short' || question.kind === 'long' ? (
          <TextAnswer key={id} {...control} />
        ) : (
          <ChosenAnswer key={id} {...control} />
        )
      })}
    </div>
  )
}

interface AnswerProps {
  question: Question
  value: unknown
  error: string | undefined
  onAnswer: (answer: unknown) => void
}

function TextAnswer({ question: { kind, text, required }, value, error, onAnswer }: AnswerProps) {
  const typed = typeof value === 'string' ? value : ''
  const max = questionLimits.answer[kind === 'long' ? 'long' : 'short']
  return (
    <Field label={text} error={error} required={required} marked={required} count={{ used: typed.trim().length, max }}>
      {(control) =>
        kind === 'long' ? (
          <TextArea {...control} value={typed} onChange={({ target }) => onAnswer(target.value)} />
        ) : (
          <TextInput {...control} value={typed} onChange={({ target }) => onAnswer(target.value)} />
        )
      }
    </Field>
  )
}

/** One choice, any of them, or a required box. An optional choice can be cleared. */
function ChosenAnswer({ question: { kind, text, required, choices }, value, error, onAnswer }: AnswerProps) {
  const name = useId()
  const problem = `${name}problem`
  const described = { 'aria-describedby': error ? problem : undefined, 'aria-invalid': error ? true : undefined }
  const shown = error ? <FieldError id={problem}>{error}</FieldError> : null

  if (kind === 'must_tick') {
    return (
      <div className="flex flex-col gap-1">
        <Choice
          {...described}
          type="checkbox"
          label={text}
          marked
          aria-required
          checked={value === true}
          onChange={({ target }) => onAnswer(target.checked)}
        />
        {shown}
      </div>
    )
  }

  const chosen: unknown[] = Array.isArray(value) ? value : [value]
  const offered = kind === 'one_of' && !required ? [...choices, ''] : choices
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium wrap-anywhere">
        {text}
        {required ? <RequiredMark /> : null}
      </legend>
      {offered.map((choice) =>
        kind === 'one_of' ? (
          <Choice
            key={choice}
            {...described}
            type="radio"
            label={choice || m.noAnswer}
            name={name}
            checked={(chosen[0] ?? '') === choice}
            onChange={() => onAnswer(choice)}
          />
        ) : (
          <Choice
            key={choice}
            {...described}
            type="checkbox"
            label={choice}
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              onAnswer(choices.filter((one) => (one === choice ? target.checked : chosen.includes(one))))
            }
          />
        ),
      )}
      {shown}
    </fieldset>
  )
}

interface ChoiceProps extends ComponentProps<'input'> {
  label: string
  /** Shows that the box must be ticked. */
  marked?: boolean
}

/** The whole row can be pressed. */
function Choice({ label, marked, ...rest }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input {...rest} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-anywhere">
        {label}
        {marked ? <RequiredMark /> : null}
      </span>
    </label>
  )
}

type AskingEvent = Pick<EventDetail, 'id' | 'questions' | 'questions_per_guest'>

interface AnswersDialogProps {
  open: boolean
  title: string
  confirmLabel: string
  keepLabel: string
  event: AskingEvent
  /** The names of the guests, as typed. */
  guests: readonly string[]
  busy: string | false
  /** Sends the answers, and returns whether that succeeded. */
  onConfirm: (given: ToSend) => Promise<boolean>
  onClose: () => void
  /** What to know first. */
  children: ReactNode
}

/** Asks an event's questions after Apply Now, also for people who pressed it before logging in, and before an invited person claims
 *  a ticket. Only the button in here applies. The dialog stays open if the last seat is taken meanwhile, and then offers the
 *  waiting list. */
export function AnswersDialog({ event, guests, onConfirm, children, ...question }: AnswersDialogProps) {
  const { open, onClose } = question
  const personId = readSession()?.id ?? 0
  const answers = useAnswers(event.questions, (typed) => keepAnswers(personId, event.id, typed))
  const { replace } = answers
  const ofGuests = useGuestAnswers(event, guests)

  useEffect(() => {
    if (!open) return
    let gone = false
    readSavedAnswers(personId, event.id).then((saved) => {
      // What has been typed by then is newer.
      if (saved && !gone) replace((typed) => ({ ...saved, ...typed }))
    })
    return () => {
      gone = true
    }
  }, [open, personId, event.id, replace])

  async function handleConfirm() {
    const given = answers.check()
    if (given === null) return
    const theirs = ofGuests.check()
    if (theirs === null || !(await onConfirm({ ...given, ...(theirs.length > 0 ? { guests: theirs } : {}) }))) return
    keepAnswers(personId, event.id, undefined)
    replace({})
    onClose()
  }

  return (
    <QuestionDialog {...question} onConfirm={handleConfirm}>
      <p className="text-ink-soft">{m.organizerAsks}</p>
      {ofGuests.fields.length > 0 ? <h3 className="font-semibold">{m.you}</h3> : null}
      <AnswerFields questions={event.questions} answers={answers} />
      {ofGuests.fields}
      {children}
    </QuestionDialog>
  )
}

/** An answer with its question's text as it was read. */
export interface TypedAnswer {
  answer: unknown
  asked: string
}

type Typed = Record<string, TypedAnswer>

/** Answers as they are sent; `guests` where they are asked too. */
export interface ToSend {
  answers: Answers
  asked: QuestionTexts
  guests?: { name: string; answers: Answers; asked: QuestionTexts }[]
}

interface TypedAnswers {
  /** By question ID. */
  values: Answers
  /** What is wrong with an answer, by question ID. */
  problems: Record<string, string>
  set: (question: Question, answer: unknown) => void
  /** Replaces all answers. */
  replace: Dispatch<SetStateAction<Typed>>
  /** The answers to send; null if one is invalid, which then gets the focus. */
  check: () => ToSend | null
  form: RefObject<HTMLDivElement | null>
}

/** The questions for each guest, where the organizer asks them too. `check` answers what to send; null if an answer is invalid. */
function useGuestAnswers(event: AskingEvent, guests: readonly string[]) {
  const checks = useRef<(() => ToSend | null)[]>([])
  const shown = event.questions_per_guest ? guests : []
  return {
    fields: shown.map((name, place) => (
      <GuestAnswers
        // biome-ignore lint/suspicious/noArrayIndexKey: seats are added and removed at the end only.
        key={place}
        name={name.trim() || fill(m.guestNumbered, { number: place + 1 })}
        questions={event.questions}
        onCheck={(check) => {
          checks.current[place] = check
        }}
      />
    )),
    check() {
      const given: NonNullable<ToSend['guests']> = []
      for (const [place, name] of shown.entries()) {
        const answered = checks.current[place]?.() ?? null
        if (answered === null) return null
        given.push({ name, answers: answered.answers, asked: answered.asked })
      }
      return given
    },
  }
}

interface GuestAnswersProps {
  name: string
  questions: readonly Question[]
  /** Called with the check of the answers, whenever they change. */
  onCheck: (check: () => ToSend | null) => void
}

function GuestAnswers({ name, questions, onCheck }: GuestAnswersProps) {
  const answers = useAnswers(questions)
  const heading = useId()
  useEffect(() => onCheck(answers.check))
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id={heading} className="font-semibold wrap-anywhere">
        {name}
      </h3>
      <AnswerFields questions={questions} answers={answers} isNoted />
    </section>
  )
}

/** Answers to `questions` while they are typed, validated like on the server. `onChange` is called for every change. */
export function useAnswers(
  questions: readonly Question[],
  onChange: (answers: Typed) => void = () => undefined,
): TypedAnswers {
  const [typed, replace] = useState<Typed>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLDivElement>(null)

  function set({ id, text }: Question, answer: unknown) {
    const next = { ...typed, [id]: { answer, asked: text } }
    replace(next)
    setProblems(({ [id]: _, ...others }) => others)
    onChange(next)
  }

  function check(): ToSend | null {
    // Answers to questions that were removed meanwhile are not sent.
    const read = questions.map(({ id, text }) => [id, Object.hasOwn(typed, id) ? typed[id] : undefined, text] as const)
    const answers = Object.fromEntries(read.map(([id, one]) => [id, one?.answer ?? null]))
    const asked = Object.fromEntries(read.map(([id, one, text]) => [id, one?.asked ?? text]))
    const wrong = readAnswers(questions, answers, asked).problems
    flushSync(() => {
      setProblems(Object.fromEntries(wrong.map(({ loc, msg }) => [loc[2] ?? '', msg])))
      // A changed question is shown as it is now, and its answer may stay.
      replace(Object.fromEntries(read.flatMap(([id, one, text]) => (one ? [[id, { ...one, asked: text }]] : []))))
    })
    if (wrong.length === 0) return { answers, asked }
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    return null
  }

  const values = Object.fromEntries(Object.entries(typed).map(([id, { answer }]) => [id, answer]))
  return { values, problems, set, replace, check, form }
}

const day = 24 * 3_600_000
const keyOf = (personId: number, eventId: number): ValueKey => `answers/${personId}/${eventId}`

/** The page is ready before it asks anything, so the storage code is loaded only for answers. */
const store = () => import('#web/lib/storage/saved-values.ts')
/** Without that code, or if storage is forbidden, nothing is saved. */
const unkept = () => undefined

/** Saves a person's unsent answers for an event across a reload and a login; undefined deletes them. */
function keepAnswers(personId: number, eventId: number, answers: Record<string, TypedAnswer> | undefined): void {
  void store().then(({ saveValue }) => saveValue(keyOf(personId, eventId), answers), unkept)
}

function readSavedAnswers(personId: number, eventId: number): Promise<Record<string, TypedAnswer> | undefined> {
  return store().then(({ readSaved }) => readSaved<Record<string, TypedAnswer>>(keyOf(personId, eventId), day), unkept)
}
