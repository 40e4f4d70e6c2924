"""What is wrong with a stage, a ranking, a round or a calendar, and what to do about it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

VERIFICATION: dict[str, Promise] = {
    # anchors
    "anchor_missing": _("Fingerprint %(anchor)s is missing."),
    "anchor_differs": _("Fingerprint %(anchor)s is no longer the one that was signed."),
    "anchor_replaced": _("Fingerprint %(anchor)s is another one than the one that is given."),
    "anchor_signature": _("Fingerprint %(anchor)s was not signed with the key that it names."),
    "anchor_of_another_key": _(
        "Some fingerprints were signed with a key that nobody has noted down: %(key)s."
    ),
    "printed_anchor_signature": _(
        "The fingerprint %(anchor)s that is given was not signed with the key of the event."
    ),
    "anchored_lines_differ": _(
        "Sheet of %(pairing)s, stage %(stage)s: lines %(first_line)s to %(to_line)s are no longer"
        " those that were written."
    ),
    "anchored_item_differs": _("%(item)s: changed after the fingerprint."),
    "anchored_item_missing": _("%(item)s: no longer there."),
    # lines and sheets
    "chain_broken": _("Sheet of %(where)s: line %(line)s does not follow from the one before."),
    "lines_missing": _(
        "Sheet of %(where)s: it should have %(stored)s lines, and has %(expected)s."
    ),
    "head_differs": _("Sheet of %(where)s: its last line is not the one that was written."),
    "line_illegal": _("Sheet of %(where)s: line %(line)s is against the rules."),
    "line_unreadable": _("Sheet of %(where)s: it cannot be read."),
    "format_refused": _(
        "Match of %(where)s: its rules cannot be read, so its sheet cannot either."
    ),
    "column_differs": _("Match of %(where)s: what is shown does not follow from its sheet."),
    # matches and their places
    "match_of_no_event": _("Match %(match)s is played in no event."),
    "match_of_another_pairing": _("%(where)s: the match is that of another pairing."),
    "match_format_differs": _("%(where)s: the match has other rules than its stage."),
    "pairing_state": _("%(where)s: the state is not that of its match."),
    "slot_side": _("%(where)s: the two sides are exchanged."),
    "slot_entry": _("%(where)s: it is not the entry that came through the match before."),
    # draws
    "draw_missing": _("Stage %(stage)s: its draw is missing."),
    "draw_differs": _(
        "Stage %(stage)s, draw %(draw)s: it does not follow from what was committed to."
    ),
    "entrant_missing": _("Stage %(stage)s, draw %(draw)s: an entry that was drawn is missing."),
    "entrant_club": _("Stage %(stage)s, draw %(draw)s: an entry was drawn for another club."),
    "pairing_missing": _("Stage %(stage)s, %(place)s: a match that was drawn is missing."),
    "pairing_not_drawn": _("%(where)s: this match was never drawn."),
    "slot_not_as_drawn": _("%(where)s: the entries are not those that were drawn."),
    "changes_do_not_apply": _("Stage %(stage)s: the changes of the draw by hand do not fit it."),
    # rounds that were paired one by one
    "pairing_not_as_paired": _(
        "Stage %(stage)s, round %(round)s: %(pairing)s are not paired as the round was."
    ),
    "pairing_doubled": _("Stage %(stage)s, round %(round)s: %(pairing)s is there twice."),
    "absence_differs": _(
        "Stage %(stage)s, %(place)s: the bye or the absence is not as it was paired."
    ),
    "round_without_document": _(
        "Stage %(stage)s, round %(round)s: what the round was paired from is missing."
    ),
    # cuts, standings, payments
    "cut_missing": _("Stage %(stage)s: what it takes its entries from is missing."),
    "cut_differs": _("Stage %(stage)s: others advanced than the ranking says."),
    "place_of_entry": _("Final standings: an entry is there %(times)s times, or is none of these."),
    "shared_places": _("Final standings: places %(first)s to %(last)s are %(entries)s entries."),
    "paid_cents_differ": _("What an entry has paid is not the sum of its payments."),
    # a check that could not be made
    "check_failed": _("A check could not be made: what it reads is damaged."),
}
"""What the verification of an event finds."""

ITEMS: dict[str, Promise] = {
    "bye": _("Bye or absence %(pairing)s, stage %(stage)s"),
    "change": _("A change of the draw by hand"),
    "draw": _("The draw of a stage"),
    "entry": _("The names of an entry"),
    "match": _("Seats or rules of %(pairing)s, stage %(stage)s"),
    "penalty": _("A penalty"),
    "pending": _("A decision"),
    "protest": _("A protest"),
    "regulation": _("A version of the regulation"),
    "set_aside": _("A match that no longer counts"),
    "stage": _("The rules of a stage"),
}
"""What anchors cover, by the kind of item."""

STAGES: dict[str, Promise] = {
    # cuts and carried points
    "too_many_stages": _("An event has %(most)s stages at most."),
    "cut_of_later_stages_only": _(
        "Stage %(stage)s: the first takes all entries, the others are cut from an earlier one."
    ),
    "cut_of_an_earlier_stage": _("Stage %(stage)s must take its entries from a stage before it."),
    "carried_from_other_metrics": _(
        "Points can be carried over only to what stage %(stage)s ranks by too: choose the same"
        " first criterion, or carry none over."
    ),
    "carried_metric": _(
        "No points can be carried over to “%(metric)s” here: choose another first criterion, and"
        " no average per match."
    ),
    # crossing tables
    "crossing_size": _(
        "The crossing table has %(pairings)s pairings: a first round has 1, 2, 4, 8 and so on."
    ),
    "crossing_unreadable": _(
        "“%(pairing)s” is not a pairing of a crossing table: write 1A-2B, 1A-R1, 1-16 or 1A-bye."
    ),
    "crossing_twice": _("“%(label)s” is in the crossing table %(times)s times."),
    "crossing_unknown": _("“%(label)s” is in the crossing table and does not advance."),
    "crossing_missing": _("“%(label)s” advances and is not in the crossing table."),
    "crossing_byes": _(
        "The byes of the crossing table are not where the bracket has them: write the pairings so"
        " that each half has as many, and each quarter."
    ),
    "crossing_of_groups": _(
        "%(groups)s groups with %(of_each)s of each do not cross without byes: write the table."
    ),
    # ties at a cut, and room for them
    "room_without_all": _("“Room for at most” only has an effect if all tied entries advance."),
    "room_missing": _(
        "Write the limit in “Room for at most”: without one all tied entries advance, and there "
        "is never a play-off."
    ),
    "room_too_small": _("There is room for %(room)s, but %(planned)s advance in any case."),
    "room_of_first_places": _(
        "“Room for at most” is only possible in a stage that takes the first places."
    ),
    "room_with_places_behind": _(
        "Another stage takes the places after these: leave “Room for at most” empty."
    ),
    "all_advance_by_table": _(
        "A crossing table has a fixed number of places: choose another remedy for ties."
    ),
    "all_advance_with_runners_up": _(
        "Where the best behind them play on too, tied entries cannot all play on: choose another"
        " remedy for ties."
    ),
    "play_off_of_two": _(
        "At the tables of stage %(stage)s more than two play, each for himself: there is no"
        " play-off between two."
    ),
    # crossing without a table
    "crossing_of_each_alone": _(
        "Groups cross automatically only if the same number of each group advances and nobody"
        " else: write the table."
    ),
    # tables and groups
    "no_such_tables": _("There are no tables %(first)s to %(last)s: the event has %(tables)s."),
    "no_such_group": ngettext_lazy(
        "There is no group %(group)s: there is %(groups)s, in which all play.",
        "There is no group %(group)s: there are %(groups)s. Choose one of them.",
        "groups",
    ),
    # removing stages, closing the event
    "stage_is_drawn": _("Stage %(stage)s is drawn, or its draw is prepared: it stays as it is."),
    "only_the_last_stage": _("Only the last stage can be removed, and never the first."),
    "stages_still_undrawn": ngettext_lazy(
        "%(count)s stage is still to be drawn. Draw it, or remove it: then the event can be "
        "closed.",
        "%(count)s stages are still to be drawn. Draw them, or remove them: then the event can be "
        "closed.",
        "count",
    ),
    "decisions_still_open": ngettext_lazy(
        "A correction has left %(count)s decision open. Decide it first: then the event can be"
        " closed.",
        "Corrections have left %(count)s decisions open. Decide them first: then the event can be"
        " closed.",
        "count",
    ),
    # the clock of a round
    "round_clock_refused": _("These times are not possible for the round."),
    "round_ends_before_its_start": _(
        "A round ends after its start, and within a day: look at the two times."
    ),
    "extra_time_too_long": _("%(most)s more minutes at most."),
    # the calendar
    "calendar_refused": _("These dates are not possible."),
    "round_is_over": _("Nothing is left to play in this round: its date stays."),
    "calendar_without_weekdays": _("The calendar has no weekday: choose one at least."),
    "no_such_weekday": _("%(weekday)s is not a weekday: 0 is Monday, 6 is Sunday."),
    "too_few_rounds_a_date": _("%(rounds)s rounds a date are too few: %(least)s at least."),
    "calendar_too_long": _(
        "Only %(dated)s of %(rounds)s rounds fit into %(days)s days: choose more days of the week,"
        " or more rounds on each."
    ),
}

RANKINGS: dict[str, Promise] = {
    # criteria of a ranking
    "unknown_metric": _("There is no criterion “%(metric)s”."),
    "metric_twice": _("The criterion “%(metric)s” is listed %(times)s times: once is enough."),
    "lots_before_others": _(
        "Lots are drawn for entries that are tied in all other criteria: put them last."
    ),
    "metric_has_a_penalty": _(
        "A penalty has taken points off “%(metric)s” in this stage: leave that criterion where it"
        " is, or cancel the penalty first."
    ),
    "metric_needs_hands": _(
        "“%(metric)s” is counted hand by hand: write every hand, or remove it from the ranking."
    ),
    "metric_needs_totals": _(
        "“%(metric)s” is counted from the points: write the points of each game, or remove it "
        "from the ranking."
    ),
    # a document of results
    "unknown_entry": _("“%(entry)s” is not among the entries."),
    "entry_twice_in_round": _("“%(entry)s” is in round %(round)s %(times)s times."),
    "kind_for_slots": _("Round %(round)s: a result “%(kind)s” cannot have %(slots)s slots."),
    "not_by_slot": _("Round %(round)s: %(field)s has %(found)s values for %(slots)s slots."),
    "slot_of_one_kind": _("A slot is an entry, a winner, a loser or a bye: one of them."),
    "unknown_pairing": _(
        "The pairing “%(pairing)s” is there twice, or is referred to before it is defined."
    ),
    "bracket_inconsistent": _("The winners do not fit the pairings of the bracket."),
    # victory points
    "victory_table_missing": _("Victory points need a table: choose one."),
    "victory_row": _(
        "Row %(row)s of the victory table is not possible: differences rise, and the last row has "
        "no limit."
    ),
}

ROUNDS: dict[str, Promise] = {
    # the next round
    "round_refused": _("The round cannot be paired."),
    "round_not_played_out": ngettext_lazy(
        "%(left)s match of this round is still to be decided: then the next can be paired.",
        "%(left)s matches of this round are still to be decided: then the next can be paired.",
        "left",
    ),
    "no_round_left": _("No round is left to be paired: this stage has %(rounds)s."),
    "first_round_is_drawn": _("The first round follows from the draw: this is for those after it."),
    # absences, constraints and late entries
    "absence_needs_rounds": _(
        "All matches of this stage are planned already: an entry that misses one loses it by"
        " forfeit, and one that leaves is withdrawn."
    ),
    "wish_needs_rounds": _(
        "All matches of this stage are planned already: nobody is brought together or kept apart"
        " any more."
    ),
    "late_needs_rounds": _(
        "All matches of this stage are planned already: a late entry can only take the place"
        " of one that has not begun. Replace that one."
    ),
    "late_after_a_cut": _(
        "This stage takes its entries from an earlier one: a late entry can only take the"
        " place of one that has not begun. Replace that one."
    ),
    # changes that come too late, or meanwhile
    "stage_has_moved_on": _(
        "A result or a change has come in meanwhile: look at the round as it is now, then change"
        " it."
    ),
    "swap_across_groups": _("Two of different groups do not change places."),
    "results_changed": _(
        "A result or an entry has changed while the round was paired. Pair it again."
    ),
    "round_has_begun": _("Round %(round)s has begun, or is the first: it stays."),
    "change_breaks_something": _("This change breaks something: read it, then agree."),
    "paired": _("Round %(round)s is paired."),
    "wish_of_two_entries": _("Choose two different entries of this event."),
    # constraints that contradict each other
    "no_round_possible": _(
        "With these forbidden pairings there is no round for %(entries)s entries: remove one."
    ),
    "not_paired_by_rounds": _("The format “%(format)s” is not paired round by round."),
    "meets_itself": _("“%(entry)s” cannot meet itself."),
    "forced_and_not_here": _("“%(entry)s” must meet somebody and is not here."),
    "forced_twice": _("“%(entry)s” must meet %(times)s others: one is enough."),
    "forced_and_forbidden": _("“%(one)s” and “%(other)s” must meet and must not."),
    # what a round paired by hand breaks
    "not_here": _("“%(entry)s” is not here this round."),
    "meets_nobody": _("“%(entry)s” is left without an opponent."),
    "rematch": _("“%(one)s” and “%(other)s” have met already."),
    "steps_apart": _(
        "“%(one)s” (%(points)s points) and “%(other)s” (%(against)s) do not have equal points."
    ),
    "floats_again": _("“%(entry)s” leaves its points the same way twice in a row."),
    "clubmates_meet": _("“%(one)s” and “%(other)s” are of the same club."),
    "forbidden_pair": _("“%(one)s” and “%(other)s” must not meet."),
    "forced_pair_apart": _("“%(one)s” and “%(other)s” must meet and do not."),
    "second_bye": _("“%(entry)s” has had a bye already."),
    "bye_above": _("“%(entry)s” has the bye with %(points)s points: others have fewer."),
}
