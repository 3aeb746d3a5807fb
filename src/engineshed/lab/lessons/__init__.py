"""Lessons: positions with something to read and something to do, in files that a player can write.

They are a thin layer over scenarios: the same positions, the same moves in the same notation, and the rules themselves
say why a move is refused.
"""

from engineshed.lab.lessons.checking import check_lesson
from engineshed.lab.lessons.guiding import (
    Guide,
    begin_guided,
    guided_of,
    guided_options,
    hints_at,
    is_over,
    players,
    pupil_of,
    seating,
)
from engineshed.lab.lessons.reading import (
    Guided,
    Hint,
    Lesson,
    LessonStep,
    Texts,
    all_lesson_texts,
    find_lesson,
    lesson_files,
    lessons,
    lessons_of,
    read_lesson,
)
from engineshed.lab.lessons.teaching import SKIPPED, Answer, Place, Teacher

__all__ = [
    "SKIPPED",
    "Answer",
    "Guide",
    "Guided",
    "Hint",
    "Lesson",
    "LessonStep",
    "Place",
    "Teacher",
    "Texts",
    "all_lesson_texts",
    "begin_guided",
    "check_lesson",
    "find_lesson",
    "guided_of",
    "guided_options",
    "hints_at",
    "is_over",
    "lesson_files",
    "lessons",
    "lessons_of",
    "players",
    "pupil_of",
    "read_lesson",
    "seating",
]
