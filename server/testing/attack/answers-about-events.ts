import * as comments from '#contract/comments.ts'
import { listBookmarks, toggleBookmark } from '#contract/engagement/bookmarks.ts'
import { toggleLike } from '#contract/engagement/likes.ts'
import * as wishes from '#contract/engagement/opening-wishes.ts'
import * as drafts from '#contract/events/drafts.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.ts'
import { showEvent, showEventCard } from '#contract/events/events.ts'
import { showLiveEvent } from '#contract/events/live.ts'
import {
  createEvent,
  deleteEvent,
  editEvent,
  listMyEvents,
  previewMarkdown,
  uploadEventImage,
} from '#contract/events/own-events.ts'
import * as moderation from '#contract/moderation.ts'
import { type Answer, everybody, nobody, organizers } from './answer.ts'

/** A draft of somebody else's is none; whoever is no organizer has none at all. */
const otherOrganizers = { others: 403, rival: 404 }

export const rightsOfEvents: Answer[] = [
  [listEvents, everybody],
  [listCategories, everybody],
  [listTags, everybody],
  [listDays, everybody],
  [showEvent, everybody],
  [showEventCard, everybody],
  [showLiveEvent, everybody],
  [createEvent, organizers(201)],
  [previewMarkdown, organizers(200)],
  [drafts.listDrafts, organizers(200)],
  [drafts.addDraft, organizers(201)],
  [drafts.showDraft, otherOrganizers],
  [drafts.saveDraft, otherOrganizers],
  [drafts.deleteDraft, otherOrganizers],
  [listMyEvents, organizers(200)],
  [editEvent, nobody],
  [uploadEventImage, nobody],
  [deleteEvent, nobody],

  [toggleLike, everybody],
  [toggleBookmark, everybody],
  [listBookmarks, everybody],
  [wishes.showOpeningWish, everybody],
  [wishes.wishForOpening, everybody],
  [wishes.undoOpeningWish, everybody],

  [comments.listComments, everybody],
  [comments.listReplies, everybody],
  [comments.writeComment, { others: 201, blocked: 403 }],
  [comments.editComment, nobody],
  [comments.deleteComment, nobody],
  [moderation.reportComment, { others: 201 }],
  [moderation.listReports, nobody],
  [moderation.dismissReports, nobody],
  [moderation.hideComment, nobody],
  [moderation.closeComments, nobody],
  [moderation.listBlocked, organizers(200)],
  [moderation.blockPerson, { others: 403, rival: 404 }],
  [moderation.unblockPerson, organizers(204)],
]
