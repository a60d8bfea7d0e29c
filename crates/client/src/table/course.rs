//! The course of the score as a chart.

use crate::frame::t;
use leptos::prelude::*;
use serde_json::Value;
use words::Teller;

/// The points of all players after each action, with the final scoring as it was then. Lines mark where chapters begin and, in a replay, the current action.
#[component]
pub fn Course(
    course: Vec<Vec<i32>>,
    marks: Vec<(usize, Option<Value>)>,
    teller: Signal<Teller>,
    #[prop(optional, into)] at: Option<Signal<usize>>,
) -> impl IntoView {
    let (low, high) = course
        .iter()
        .flatten()
        .fold((0, 1), |(low, high), &points| {
            (low.min(points), high.max(points))
        });
    let last = course.len().saturating_sub(1).max(1);
    let seats = course.first().map_or(0, Vec::len);
    let lines = (0..seats).map(|seat| {
        let points = course.iter().enumerate().filter_map(|(number, totals)| {
            let points = totals.get(seat)?;
            Some(format!("{number},{}", high - points))
        });
        let points = points.collect::<Vec<_>>().join(" ");
        view! { <polyline class=format!("course-line seat-{seat}") points=points></polyline> }
    });
    let names = (0..seats).map(|seat| view! {
        <li>
            <svg viewBox="0 0 24 2"><line class=format!("course-line seat-{seat}") y1="1" x2="24" y2="1"></line></svg>
            {move || teller.with(|teller| teller.name(seat))}
        </li>
    });
    let chapters = marks
        .into_iter()
        .filter_map(|(action, event)| Some((action, event?)));
    let chapters: Vec<_> = chapters.zip(1..).collect();
    let borders = chapters.iter().map(|((action, _), _)| {
        view! { <line class="course-chapter" x1=*action x2=*action y1="0" y2=high - low></line> }
    });
    let borders = borders.collect_view();
    // Outside of the picture, whose text would be stretched; placed by a picture of their own, because the page allows no inline style.
    let numbers = chapters.into_iter().map(|((action, event), number)| {
        let x = format!("{}%", 100.0 * action as f64 / last as f64);
        let name = move || teller.with(|teller| teller.chapter(&event));
        view! { <text x=x y="12">{number}<title>{name}</title></text> }
    });
    let numbers = numbers.collect_view();
    view! {
        <figure class="course">
            <div class="course-scale" aria-hidden="true"><span>{high}</span><span>{low}</span></div>
            <svg viewBox=format!("0 0 {last} {}", high - low) preserveAspectRatio="none" role="img" aria-label=move || t("end-course-about")>
                {borders}
                {lines.collect_view()}
                {at.map(|at| view! { <line class="course-now" x1=at x2=at y1="0" y2=high - low></line> })}
            </svg>
            <svg class="course-chapters" aria-hidden="true">{numbers}</svg>
            <figcaption aria-hidden="true"><ul class="course-names">{names.collect_view()}</ul></figcaption>
        </figure>
    }
}
