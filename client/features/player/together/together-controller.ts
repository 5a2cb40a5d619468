import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import {
  type ListenerStatus,
  listenTogetherContract,
  type SharedPlayback,
  statusIntervalMs,
  type TogetherSession,
} from "#shared/listen-together/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { onLiveEvent } from "#client/features/live-events/index.ts";
import type { Player } from "#client/features/player/engine/player-instance.ts";
import { findTrackPosition } from "#client/features/player/engine/timeline.ts";
import { showPlayer } from "#client/features/player/player-visibility.ts";
import { getPositionTracker } from "#client/features/positions/index.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { tab, tabHeaders } from "#client/lib/api/tab.ts";
import { HostFollower } from "./host-follower.ts";
import { PlaybackLeader } from "./playback-leader.ts";
import { ServerClock } from "./server-clock.ts";
import { getSharedTime, toSharedPlayback } from "./shared-time.ts";
import { notTogether, type TogetherEnd, togetherState } from "./together-state.ts";

const tickMs = 250;
const samplesAtStart = 5;
/** Changes of the status are reported at most this often. */
const minReportMs = 1_000;

type Start = InputOf<typeof listenTogetherContract.startTogetherSession>["body"];

const options = { headers: tabHeaders };

let active: TogetherListening | null = null;

/**
 * Invites people to what the player plays.
 *
 * @throws {CallError}
 */
export async function startListeningTogether(
  player: Player,
  invitation: Pick<Start, "id" | "with" | "text">,
): Promise<void> {
  const { engine } = player;
  const { playlist, chapterIndex, rate, isPlaying } = engine.getState();
  if (!playlist) return;
  const clock = new ServerClock();
  await clock.measure(samplesAtStart);
  const position = { index: chapterIndex, time: engine.now() };
  const playback = toSharedPlayback(playlist, position, { rate, isPlaying }, clock.now());
  const body = { ...invitation, device: tab, bookId: playlist.bookId, playback };
  const session = await withReasonTexts(call(listenTogetherContract.startTogetherSession, { body }, options));
  replaceActive(new TogetherListening(player, clock, session));
}

/**
 * Joins a session and plays its book from where the host is.
 *
 * @throws {CallError}
 */
export async function joinListeningTogether(
  player: Player,
  { id, bookId }: TogetherSession,
  userId: UserId,
): Promise<void> {
  const clock = new ServerClock();
  const [session, playlist] = await withReasonTexts(
    Promise.all([
      call(
        listenTogetherContract.joinTogetherSession,
        { params: { sessionId: id }, body: { device: tab } },
        options,
      ),
      call(playerContract.getPlaylist, { params: { bookId } }),
      clock.measure(samplesAtStart),
      // Positions are the user's from then on.
      getPositionTracker().waitForUpload(userId),
    ]),
  );
  const position = findTrackPosition(playlist, getSharedTime(playlist, session.playback, clock.now()));
  active?.stop(null);
  togetherState.set({ ...notTogether, session });
  if (session.playback.isPlaying) player.engine.playBook(playlist, position);
  else player.engine.cue(playlist, position);
  showPlayer();
  replaceActive(new TogetherListening(player, clock, session));
}

export async function leaveListeningTogether(): Promise<void> {
  await active?.leave();
}

function replaceActive(next: TogetherListening): void {
  active?.stop(null);
  active = next;
  next.begin();
}

/** The player of a member of a session. */
class TogetherListening {
  readonly #player: Player;
  readonly #clock: ServerClock;
  readonly #stops: (() => void)[] = [];
  #session: TogetherSession;
  #role: HostFollower | PlaybackLeader | null = null;
  #reported: ListenerStatus = "listening";
  #reportedAt = performance.now();
  #isHeld = false;

  constructor(player: Player, clock: ServerClock, session: TogetherSession) {
    this.#player = player;
    this.#clock = clock;
    this.#session = session;
  }

  begin(): void {
    togetherState.set({ ...notTogether, session: this.#session });
    this.#player.repeat.stop();
    this.#setRole();
    const timer = setInterval(() => this.#tick(), tickMs);
    this.#stops.push(
      () => clearInterval(timer),
      onLiveEvent(({ topics }) => {
        if (topics.includes("together-session")) void this.#refresh();
      }),
      this.#player.engine.subscribe(() => this.#leaveWithBook()),
    );
  }

  async leave(): Promise<void> {
    this.stop(null);
    await call(listenTogetherContract.leaveTogetherSession, { params: this.#params }, options).catch(
      () => undefined,
    );
  }

  /** @param end the notice to the member; null for none */
  stop(end: TogetherEnd | null): void {
    if (active === this) active = null;
    for (const stop of this.#stops.splice(0)) stop();
    this.#role?.stop();
    this.#role = null;
    togetherState.set({ ...notTogether, end });
    const { engine, settings, bookSettings } = this.#player;
    engine.setRate(bookSettings.getState().rate ?? settings.getState().rate);
  }

  get #params() {
    return { sessionId: this.#session.id };
  }

  #tick(): void {
    this.#role?.tick();
    const sinceReport = performance.now() - this.#reportedAt;
    const isChanged = this.#getStatus() !== this.#reported;
    if (sinceReport > statusIntervalMs || (isChanged && sinceReport > minReportMs)) void this.#report();
  }

  #getStatus(): ListenerStatus {
    const { isPlaying, playbackError } = this.#player.engine.getState();
    if (!isPlaying || this.#isHeld) return "paused";
    return playbackError ? "buffering" : "listening";
  }

  async #report(): Promise<void> {
    const status = this.#getStatus();
    this.#reported = status;
    this.#reportedAt = performance.now();
    const body = { device: tab, status };
    await this.#apply(
      call(listenTogetherContract.reportListenerStatus, { params: this.#params, body }, options),
    );
    await this.#clock.measure(1).catch(() => undefined);
  }

  #refresh = (): Promise<boolean> =>
    this.#apply(call(listenTogetherContract.getTogetherSession, { params: this.#params }));

  #send = async (playback: SharedPlayback): Promise<boolean> => {
    const body = { device: tab, version: this.#session.version, playback };
    const isTaken = await this.#apply(
      call(listenTogetherContract.controlTogetherSession, { params: this.#params, body }, options),
    );
    if (!isTaken) await this.#refresh();
    return isTaken;
  };

  /** @returns whether the server accepted the call */
  async #apply(reply: Promise<TogetherSession>): Promise<boolean> {
    try {
      this.#setSession(await reply);
      return true;
    } catch (error) {
      this.#endFor(error);
      return false;
    }
  }

  #endFor(error: unknown): void {
    if (active !== this || !(error instanceof CallError)) return;
    const isElsewhere = error.problem?.reason?.code === "together_elsewhere";
    if (isElsewhere) this.#player.engine.pause();
    if (isElsewhere || error.status === 404) this.stop(isElsewhere ? "elsewhere" : "ended");
  }

  #setSession(session: TogetherSession): void {
    if (active !== this || session.version < this.#session.version) return;
    this.#session = session;
    togetherState.update({ session });
    this.#setRole();
    if (this.#role instanceof HostFollower) this.#role.follow(session.playback);
  }

  #setRole(): void {
    const { members, playback } = this.#session;
    const isHost = members.some((member) => member.isMe && member.isHost);
    if (this.#role && isHost === this.#role instanceof PlaybackLeader) return;
    this.#role?.stop();
    const getServerMs = () => this.#clock.now();
    const { engine } = this.#player;
    this.#role = isHost
      ? new PlaybackLeader(engine, playback, { getServerMs, send: this.#send })
      : new HostFollower(engine, playback, {
          getServerMs,
          onHold: (isHeld) => {
            this.#isHeld = isHeld;
            togetherState.update({ isHeld });
          },
          onCorrected: () => togetherState.update({ wasCorrected: true }),
        });
    if (isHost) {
      this.#isHeld = false;
      togetherState.update({ isHeld: false, wasCorrected: false });
    }
  }

  /** Another book, or a closed player. */
  #leaveWithBook(): void {
    const { track, displayMode } = this.#player.engine.getState();
    const isClosed = displayMode === "closed" || track === null;
    if (isClosed || track.bookId !== this.#session.bookId) void this.leave();
  }
}
